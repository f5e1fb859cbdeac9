import type { DeliveryOutcome } from '../delivery/transport.ts'
import { outcomeOfAcceptance, outcomeOfReply, type SmtpStage } from './smtp-outcome.ts'
import { SmtpProtocolError, type SmtpReply } from './smtp-replies.ts'
import type { SmtpSession, SmtpTimeouts } from './smtp-session.ts'

/** A message in its SMTP form, to one recipient. */
export interface SmtpMessage {
  /** Plain addresses, checked before. */
  from: string
  to: string
  /** Headers and body with CRLF, before dot stuffing. */
  data: string
  eightBit: boolean
}

export interface SmtpJob {
  message: SmtpMessage
  /** How often a working connection was lost before the envelope was sent. */
  moves: number
  settle(outcome: DeliveryOutcome): void
}

export interface ConnectionEvents {
  /** The next message to send, if there is one. */
  takeNext(): SmtpJob | undefined
  /** Surely not handed over, on a connection that had worked: may go out by another one. */
  moveOn(job: SmtpJob): void
  onEnd(connection: SmtpConnection): void
}

/** Dots at the start of a line are doubled (RFC 5321, 4.5.2), and the line with the final dot is added. */
export const stuffDots = (data: string): string => {
  const stuffed = data.includes('\r\n.') ? data.replaceAll('\r\n.', '\r\n..') : data
  return stuffed.startsWith('.') ? `.${stuffed}` : stuffed
}

const endOf = (data: string): string => (data === '' || data.endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n')

/** Larger content must be sent completely before its end is written, so that a cut in the middle is recognised. */
const LARGE_BYTES = 65_536
const MAX_MOVES = 3

interface Step {
  job: SmtpJob | null
  stage: SmtpStage | 'rset' | 'quit'
  onReply: (reply: SmtpReply) => void
}

/**
 * One connection: up to one message with unanswered content, and one envelope in flight behind it; without PIPELINING one command at
 * a time. Every accepted message is settled exactly once, or handed back by `moveOn`.
 */
export class SmtpConnection {
  readonly #session: SmtpSession
  readonly #timeouts: SmtpTimeouts
  readonly #events: ConnectionEvents
  readonly #steps: Step[] = []
  readonly #pipelining: boolean
  readonly #sizes: boolean
  readonly eightBit: boolean
  /** The job with its envelope in flight. */
  #envelope: SmtpJob | null = null
  #refusal: { reply: SmtpReply; stage: SmtpStage } | null = null
  /** Its content is being written or is unanswered. */
  #content: SmtpJob | null = null
  #endWritten = false
  /** The last transaction did not end normally, so RSET is needed. */
  #needsReset = false
  #left: number
  #answered = 0
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(session: SmtpSession, timeouts: SmtpTimeouts, maxMessages: number, events: ConnectionEvents) {
    this.#session = session
    this.#timeouts = timeouts
    this.#events = events
    this.#left = maxMessages
    this.#pipelining = session.extensions.has('PIPELINING')
    this.#sizes = session.extensions.has('SIZE')
    this.eightBit = session.extensions.has('8BITMIME')
    session.socket.on('data', (bytes: Buffer) => this.#read(bytes))
    session.socket.on('close', () => this.#lose('The mail server closed the connection.', true))
    session.socket.on('error', (error) => this.#lose(`The connection to the mail server broke: ${error.message}`, true))
    // It may have closed between the end of the greeting and now.
    if (session.socket.destroyed) queueMicrotask(() => this.#lose('The mail server closed the connection.', true))
  }

  get isIdle(): boolean {
    return !this.#ended && this.#envelope === null && this.#content === null && this.#left > 0
  }

  /** Whether an envelope may be written now. */
  get hasCapacity(): boolean {
    return !this.#ended && this.#envelope === null && this.#left > 0 && (this.#content === null || (this.#pipelining && this.#endWritten))
  }

  start(job: SmtpJob): void {
    this.#write(this.#begin(job))
  }

  /** Ends an idle connection politely. */
  quit(): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#timer)
    this.#session.socket.end('QUIT\r\n')
    // A server that never closes its side must not keep ours open.
    setTimeout(() => this.#session.socket.destroy(), 1_000).unref()
    this.#events.onEnd(this)
  }

  /** Aborts: sent content without a reply has an unknown outcome. */
  destroy(): void {
    this.#lose('The connection was closed by us.', false)
  }

  /** ASCII has a shorter path. */
  #write(text: string, eightBit = false): void {
    this.#session.socket.write(text, eightBit ? 'utf8' : 'latin1')
    this.#watch()
  }

  /** One timer for the silence before the next reply. */
  #watch(): void {
    clearTimeout(this.#timer)
    const [step] = this.#steps
    if (!step || this.#ended) return
    const limitMs = step.stage === 'content' ? this.#timeouts.acceptMs : this.#timeouts.silenceMs
    this.#timer = setTimeout(() => this.#lose('The mail server did not answer in time.', false), limitMs)
  }

  #expect(job: SmtpJob | null, stage: Step['stage'], onReply: Step['onReply']): void {
    this.#steps.push({ job, stage, onReply })
  }

  /** Makes a job this connection's envelope; returns what to write for it. */
  #begin(job: SmtpJob): string {
    const { from, to, data, eightBit } = job.message
    this.#envelope = job
    this.#refusal = null
    this.#left -= 1
    const size = this.#sizes ? ` SIZE=${eightBit ? Buffer.byteLength(data) : data.length}` : ''
    const mail = `MAIL FROM:<${from}>${size}${eightBit ? ' BODY=8BITMIME' : ''}\r\n`
    const rcpt = `RCPT TO:<${to}>\r\n`
    const reset = this.#needsReset ? 'RSET\r\n' : ''
    this.#needsReset = false
    if (reset) this.#expect(null, 'rset', () => (this.#pipelining ? undefined : this.#write(mail)))
    if (this.#pipelining) {
      this.#expect(job, 'mail', (reply) => this.#note(reply, 'mail'))
      this.#expect(job, 'rcpt', (reply) => this.#note(reply, 'rcpt'))
      this.#expect(job, 'data', (reply) => this.#onData(job, reply))
      return `${reset}${mail}${rcpt}DATA\r\n`
    }
    const afterRcpt = (reply: SmtpReply) => {
      this.#note(reply, 'rcpt')
      if (this.#refusal) return this.#abandon(job)
      this.#expect(job, 'data', (result) => this.#onData(job, result))
      this.#write('DATA\r\n')
    }
    this.#expect(job, 'mail', (reply) => {
      this.#note(reply, 'mail')
      if (this.#refusal) return this.#abandon(job)
      this.#expect(job, 'rcpt', afterRcpt)
      this.#write(rcpt)
    })
    return reset || mail
  }

  #note(reply: SmtpReply, stage: SmtpStage): void {
    if (reply.code >= 400) this.#refusal ??= { reply, stage }
    else if (reply.code < 200 || reply.code >= 300) throw new SmtpProtocolError(`unexpected reply: ${reply.summary}`)
  }

  #onData(job: SmtpJob, reply: SmtpReply): void {
    if (reply.code >= 400) {
      this.#refusal ??= { reply, stage: 'data' }
      return this.#abandon(job)
    }
    if (reply.code !== 354) throw new SmtpProtocolError(`unexpected reply to DATA: ${reply.summary}`)
    // An extra reply after the go-ahead would be taken as the reply to the content.
    if (this.#steps.length > 0 || !this.#session.reader.isEmpty()) throw new SmtpProtocolError('a reply to nothing')
    if (this.#refusal) return this.#sendNothing(job)
    this.#envelope = null
    this.#content = job
    this.#endWritten = false
    this.#expect(job, 'content', (result) => this.#onAnswer(job, result))
    const stuffed = stuffDots(job.message.data)
    const end = endOf(stuffed)
    if (stuffed.length <= LARGE_BYTES) return this.#endContent(stuffed + end, job.message.eightBit)
    this.#session.socket.write(stuffed, (error) => {
      if (!error && !this.#ended && this.#content === job) this.#endContent(end, false)
    })
    this.#watch()
  }

  /** Writes the end of the content and, in the same piece, the next envelope. */
  #endContent(text: string, eightBit: boolean): void {
    this.#endWritten = true
    const next = this.#pipelining && this.#left > 0 ? this.#events.takeNext() : undefined
    this.#write(next ? text + this.#begin(next) : text, eightBit)
  }

  /** The server continues although it refused the recipient (RFC 2920, 3.1): it gets an empty message, which it must refuse. */
  #sendNothing(job: SmtpJob): void {
    this.#expect(null, 'data', () => this.#abandon(job))
    this.#write('.\r\n')
  }

  /** The envelope was refused. */
  #abandon(job: SmtpJob): void {
    const refusal = this.#refusal
    this.#envelope = null
    this.#refusal = null
    this.#needsReset = true
    this.#answered += 1
    if (refusal) job.settle(outcomeOfReply(refusal.reply, refusal.stage))
    this.#continue()
  }

  #onAnswer(job: SmtpJob, reply: SmtpReply): void {
    if (reply.code >= 300 && reply.code < 400) throw new SmtpProtocolError(`unexpected reply to the content: ${reply.summary}`)
    if (!this.#endWritten) {
      // It gave up in the middle. What follows of the content would be read as commands.
      if (reply.code < 400) throw new SmtpProtocolError('accepted before the end')
      this.#content = null
      job.settle(outcomeOfReply(reply, 'content'))
      return this.#lose(reply.summary, false)
    }
    this.#content = null
    this.#answered += 1
    job.settle(reply.code < 300 ? outcomeOfAcceptance(reply) : outcomeOfReply(reply, 'content'))
    if (this.#envelope === null) this.#continue()
  }

  #continue(): void {
    if (this.#ended) return
    if (this.#left <= 0) return this.quit()
    const next = this.#events.takeNext()
    if (next) this.start(next)
  }

  #read(bytes: Buffer): void {
    if (this.#ended) return
    try {
      const replies = this.#session.reader.push(bytes)
      for (const reply of replies) {
        if (this.#ended) return
        this.#take(reply)
      }
      // Only a complete reply resets the timer: endless pieces could otherwise hold the message forever.
      if (replies.length > 0) this.#watch()
    } catch (error) {
      if (!(error instanceof SmtpProtocolError)) throw error
      this.#lose(`The mail server answered in a way we do not understand: ${error.message}`, false)
    }
  }

  #take(reply: SmtpReply): void {
    const step = this.#steps.shift()
    if (reply.code === 421) {
      this.#onClosing(step, reply)
      return
    }
    if (!step) throw new SmtpProtocolError(`a reply to nothing: ${reply.summary}`)
    step.onReply(reply)
  }

  /** 421: the command was not executed, and the connection ends. */
  #onClosing(step: Step | undefined, reply: SmtpReply): void {
    const job = step?.job
    if (job && job === this.#content) {
      this.#content = null
      this.#answered += 1
      job.settle(outcomeOfReply(reply, 'content'))
    } else if (job && job === this.#envelope && !(this.#answered > 0 && job.moves < MAX_MOVES)) {
      this.#envelope = null
      // The first refusal of an envelope is the one that counts.
      const { reply: message, stage } = this.#refusal ?? { reply, stage: 'mail' as const }
      job.settle(outcomeOfReply(message, stage))
    }
    this.#lose(reply.summary, true)
  }

  /** The connection is lost. `movable`: messages that were not sent may use another one. */
  #lose(response: string, movable: boolean): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#timer)
    this.#session.socket.destroy()
    const [content, envelope, refusal] = [this.#content, this.#envelope, this.#refusal]
    this.#content = null
    this.#envelope = null
    this.#events.onEnd(this)
    if (content) content.settle({ kind: this.#endWritten ? 'unknown' : 'unreachable', response })
    if (!envelope) return
    if (refusal) envelope.settle(outcomeOfReply(refusal.reply, refusal.stage))
    else if (movable && this.#answered > 0 && envelope.moves < MAX_MOVES) this.#events.moveOn({ ...envelope, moves: envelope.moves + 1 })
    else envelope.settle({ kind: 'unreachable', response })
  }
}
