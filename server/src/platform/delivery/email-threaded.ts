import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { readMailServer } from './email-smtp.ts'
import type { MailOrder, MailReport, ThreadedSmtpOptions } from './mail-thread.ts'
import type { DeliveryOutcome, OutgoingMessage, Transport } from './transport.ts'

interface Waiting {
  resolve: (outcome: DeliveryOutcome) => void
  reject: (error: Error) => void
}

/** Most prepared emails that the thread keeps; above it the oldest are dropped there and transferred again for sending. */
const mostPrepared = 300

let lastNumber = 0
let current: MailThread | undefined

/** The thread in use, started with the first mail. */
const startedThread = (): MailThread => (current ??= new MailThread())

/**
 * Emails live for about 50 ms. With the small young generation of an idle server (scripts/start.sh) the thread collects every 20 ms;
 * this size cut that work to a fifth (measured). The flag overrides `resourceLimits`, so it is changed while the thread starts.
 */
const youngMegabytes = { thread: 16, process: /--max-semi-space-size=(\d+)/.exec(process.execArgv.join(' '))?.[1] }

function startWorker(): Worker {
  const start = () => new Worker(new URL('./mail-thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } })
  // Without a flag the process has what V8 gives, which is as much.
  if (youngMegabytes.process === undefined) return start()
  const restore = () => setFlagsFromString(`--max-semi-space-size=${youngMegabytes.process}`)
  setFlagsFromString(`--max-semi-space-size=${youngMegabytes.thread}`)
  const worker = start()
  worker.once('online', restore)
  worker.once('exit', restore)
  return worker
}

/** The thread as this side sees it. */
class MailThread {
  readonly #worker = startWorker()
  readonly #sending = new Map<number, Waiting>()
  readonly #closing = new Map<number, () => void>()
  readonly #prepared = new Map<OutgoingMessage, number>()
  #orders: MailOrder[] = []

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (reports: MailReport[]) => {
      for (const each of reports) this.#hear(each)
      this.#rest()
    })
    this.#worker.on('error', (error) => this.#end(`The thread for mail broke: ${error.message}`))
    this.#worker.on('exit', (code) => this.#end(`The thread for mail ended with ${code}.`))
  }

  order(order: MailOrder): void {
    this.#orders.push(order)
    if (this.#orders.length > 1) return
    setImmediate(() => {
      const orders = this.#orders
      this.#orders = []
      this.#worker.postMessage(orders)
    })
  }

  prepare(account: number, message: OutgoingMessage): void {
    if (this.#prepared.has(message)) return
    const mail = ++lastNumber
    this.#prepared.set(message, mail)
    this.order({ kind: 'prepare', account, mail, message })
    if (this.#prepared.size <= mostPrepared) return
    for (const [oldest, number] of this.#prepared) {
      this.#prepared.delete(oldest)
      return this.order({ kind: 'forget', mail: number })
    }
  }

  send(account: number, message: OutgoingMessage): Promise<DeliveryOutcome> {
    const known = this.#prepared.get(message)
    this.#prepared.delete(message)
    const mail = known ?? ++lastNumber
    return new Promise((resolve, reject) => {
      this.#sending.set(mail, { resolve, reject })
      // Keeps the process alive only while an outcome is awaited, not for an idle thread.
      this.#worker.ref()
      this.order({ kind: 'send', account, mail, message: known === undefined ? message : null })
    })
  }

  close(account: number): Promise<void> {
    return new Promise((resolve) => {
      this.#closing.set(account, resolve)
      this.#worker.ref()
      this.order({ kind: 'close', account })
    })
  }

  #hear(report: MailReport): void {
    if (report.kind === 'closed') {
      this.#closing.get(report.account)?.()
      this.#closing.delete(report.account)
      return
    }
    const waiting = this.#sending.get(report.mail)
    this.#sending.delete(report.mail)
    if (report.kind === 'outcome') waiting?.resolve(report.outcome)
    else waiting?.reject(new Error(report.error))
  }

  #rest(): void {
    if (this.#sending.size === 0 && this.#closing.size === 0) this.#worker.unref()
  }

  /** The outcome of its emails is unknown. The next email starts another thread. */
  #end(response: string): void {
    if (current === this) current = undefined
    for (const { resolve } of this.#sending.values()) resolve({ kind: 'unknown', response })
    for (const resolve of this.#closing.values()) resolve()
    this.#sending.clear()
    this.#closing.clear()
  }
}

/**
 * Email to many over SMTP (`createSmtpCampaignTransport`) on a thread that all accounts share, of lower priority. Throws on a malformed
 * `url`. A host that a user gave needs `egressAllow`.
 */
export function createThreadedSmtpTransport(options: ThreadedSmtpOptions): Transport {
  readMailServer(options)
  let opened: { thread: MailThread; account: number } | undefined
  let closed = false
  const open = () => {
    const thread = startedThread()
    if (opened?.thread !== thread) {
      opened = { thread, account: ++lastNumber }
      thread.order({ kind: 'open', account: opened.account, options })
    }
    return opened
  }
  return {
    channel: 'email',
    adapter: 'smtp',
    prepare(message) {
      if (closed) return
      const { thread, account } = open()
      thread.prepare(account, message)
    },
    async send(message) {
      if (message.content.channel !== 'email') throw new TypeError(`The SMTP adapter was given a message for ${message.content.channel}.`)
      if (closed) return { kind: 'unreachable', response: 'The connection to the mail server is being closed.' }
      const { thread, account } = open()
      return thread.send(account, message)
    },
    async close() {
      closed = true
      if (opened && opened.thread === current) await opened.thread.close(opened.account)
    },
  }
}
