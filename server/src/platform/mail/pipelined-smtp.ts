/** SMTP for many messages: a few connections, and on each the next envelope travels with the end of the message before it (RFC 2920). */
import type { DeliveryOutcome } from '../delivery/transport.ts'
import { SmtpConnection, type SmtpJob, type SmtpMessage } from './smtp-connection.ts'
import { openSmtpSession, SmtpOpenError, type SmtpServer, type SmtpTimeouts } from './smtp-session.ts'
import { isAboutOurSignIn, outcomeOfReply } from './smtp-outcome.ts'

export interface PipelinedSmtpOptions extends SmtpServer {
  /** Concurrent connections, if the server accepts them. Default 5. */
  connections?: number | undefined
  /** Messages of one connection before it is closed. Default 1,000. */
  maxMessagesPerConnection?: number | undefined
  timeouts?: Partial<SmtpTimeouts> | undefined
  /** An unused connection is closed after this. Default 15 s. */
  idleMs?: number | undefined
}

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, silenceMs: 20_000, acceptMs: 120_000 }
/** After a refused additional connection, no more than there are for this long. */
const FEWER_FOR_MS = 30_000

const toOutcome = (error: unknown): DeliveryOutcome => {
  if (!(error instanceof SmtpOpenError)) throw error
  const { reply } = error
  // Too busy, or too many connections from us; sign-in and greeting refusals for good are the account's fault.
  if (reply?.code === 421 || reply?.code === 450 || reply?.code === 452) return outcomeOfReply(reply, 'mail')
  return {
    kind: 'unreachable',
    response: error.message,
    text: error.text,
    ...(reply && isAboutOurSignIn(reply) ? { fault: 'account' as const } : {}),
  }
}

export class PipelinedSmtp {
  readonly #options: PipelinedSmtpOptions
  readonly #timeouts: SmtpTimeouts
  readonly #limit: number
  readonly #waiting: SmtpJob[] = []
  readonly #connections = new Set<SmtpConnection>()
  readonly #underWay = new Set<Promise<DeliveryOutcome>>()
  #opening = 0
  /** The attempt that messages wait for while there is no connection at all. */
  #first: Promise<DeliveryOutcome | null> | null = null
  #limitedUntil = 0
  #eightBit = false
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: PipelinedSmtpOptions) {
    this.#options = options
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
    this.#limit = options.connections ?? 5
  }

  /** Ensures a connection. Returns whether the server accepts 8-bit content, or why there is no connection. */
  async ready(): Promise<{ eightBit: boolean } | DeliveryOutcome> {
    if (this.#closed) return { kind: 'unreachable', response: 'The connection to the mail server is being closed.' }
    if (this.#connections.size === 0) {
      this.#first ??= this.#open().finally(() => (this.#first = null))
      const failure = await this.#first
      if (failure) return failure
    }
    return { eightBit: this.#eightBit }
  }

  /** Whether the server accepts 8-bit content; null without a connection. */
  get eightBit(): boolean | null {
    return this.#connections.size > 0 ? this.#eightBit : null
  }

  /** Sends one message. Never sends a message again that was or may have been accepted. */
  send(message: SmtpMessage): Promise<DeliveryOutcome> {
    if (this.#closed) return Promise.resolve({ kind: 'unreachable', response: 'The connection to the mail server is being closed.' })
    const sent = new Promise<DeliveryOutcome>((settle) => {
      this.#waiting.push({ message, moves: 0, settle })
      this.#distribute()
    })
    this.#underWay.add(sent)
    void sent.then(() => {
      this.#underWay.delete(sent)
      this.#rest()
    })
    return sent
  }

  /** Accepts no more messages, waits for those in flight (at most `graceMs`), and closes. */
  async close(graceMs = 5_000): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    let timer: NodeJS.Timeout | undefined
    await Promise.race([Promise.all(this.#underWay), new Promise((resolve) => (timer = setTimeout(resolve, graceMs)))])
    clearTimeout(timer)
    for (const connection of this.#connections) {
      if (connection.isIdle) connection.quit()
      else connection.destroy()
    }
    this.#failWaiting({ kind: 'unreachable', response: 'The connection to the mail server was closed.' })
  }

  #rest(): void {
    if (this.#underWay.size > 0 || this.#closed) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      for (const connection of this.#connections) if (connection.isIdle) connection.quit()
    }, this.#options.idleMs ?? 15_000)
    this.#idle.unref()
  }

  /** Assigns waiting messages: to idle connections first, then to a new one, meanwhile behind the content of busy ones. */
  #distribute(): void {
    clearTimeout(this.#idle)
    for (const mayWait of [false, true]) {
      for (const connection of this.#connections) {
        if (this.#waiting.length === 0) return
        if (!(mayWait ? connection.hasCapacity : connection.isIdle)) continue
        const job = this.#takeFor(connection)
        if (job) connection.start(job)
      }
      if (!mayWait) this.#grow()
    }
  }

  #grow(): void {
    const limited = performance.now() < this.#limitedUntil
    const limit = limited ? Math.max(1, this.#connections.size) : this.#limit
    const wanted = Math.min(limit, this.#connections.size + this.#waiting.length)
    for (let count = this.#connections.size + this.#opening; count < wanted; count += 1) void this.#open()
  }

  /** Opens one more connection. Returns null, or why it failed; messages fail with it only when no other connection is left. */
  async #open(): Promise<DeliveryOutcome | null> {
    this.#opening += 1
    try {
      const session = await openSmtpSession(this.#options, this.#timeouts)
      const connection: SmtpConnection = new SmtpConnection(session, this.#timeouts, this.#options.maxMessagesPerConnection ?? 1_000, {
        takeNext: () => this.#takeFor(connection),
        moveOn: (job) => {
          this.#waiting.unshift(job)
        },
        onEnd: (ended) => this.#onEnd(ended),
      })
      this.#eightBit = connection.eightBit
      this.#opening -= 1
      if (this.#closed) connection.quit()
      else this.#connections.add(connection)
      this.#distribute()
      return null
    } catch (error) {
      this.#opening -= 1
      const outcome = toOutcome(error)
      if (this.#connections.size > 0) this.#limitedUntil = performance.now() + FEWER_FOR_MS
      else if (this.#opening === 0) this.#failWaiting(outcome)
      return outcome
    }
  }

  #onEnd(connection: SmtpConnection): void {
    this.#connections.delete(connection)
    // After the connection has handed back its messages.
    queueMicrotask(() => {
      if (!this.#closed && this.#waiting.length > 0) this.#distribute()
    })
  }

  #takeFor({ eightBit }: SmtpConnection): SmtpJob | undefined {
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      if (eightBit || !job.message.eightBit) return job
      // Written for a server that took 8-bit content; the next try is written for this one.
      this.#eightBit = false
      job.settle({ kind: 'put-off', throttled: false, retryAfterMs: 0, response: 'The mail server no longer takes 8-bit content.' })
    }
    return undefined
  }

  #failWaiting(outcome: DeliveryOutcome): void {
    for (const job of this.#waiting.splice(0)) job.settle(outcome)
  }
}
