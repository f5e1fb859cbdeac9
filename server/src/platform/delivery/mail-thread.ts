// A thread for bulk email. Writing and signing take up to 1 ms an email, and sending takes several turns of the event loop:
// on a thread they do not delay API responses.
import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { createAddressRules } from '../http-out/address-rules.ts'
import type { SmtpServer } from '../mail/smtp-session.ts'
import { createSmtpCampaignTransport } from './email-smtp.ts'
import type { DeliveryOutcome, OutgoingMessage, Transport } from './transport.ts'

/** Options of one account that can be transferred to a thread. */
export interface ThreadedSmtpOptions extends Partial<Omit<SmtpServer, 'checkAddress'>> {
  url?: string | undefined
  connections?: number | undefined
  /** For a host that a user gave: EGRESS_ALLOW, which names what may be connected to besides the public internet. */
  egressAllow?: readonly string[] | undefined
}

export type MailOrder =
  | { kind: 'open'; account: number; options: ThreadedSmtpOptions }
  | { kind: 'prepare'; account: number; mail: number; message: OutgoingMessage }
  /** Without message: it was prepared. */
  | { kind: 'send'; account: number; mail: number; message: OutgoingMessage | null }
  | { kind: 'forget'; mail: number }
  | { kind: 'close'; account: number }

export type MailReport =
  | { kind: 'outcome'; mail: number; outcome: DeliveryOutcome }
  | { kind: 'failed'; mail: number; error: string }
  | { kind: 'closed'; account: number }

/** A tenth of an equal share on a busy processor: behind requests, but not starved by other processes. */
const steps = 10

/** On Linux a priority belongs to a thread, by its number in /proc; elsewhere this thread has the normal priority. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority() + steps))
}

try {
  stepBack()
} catch (error) {
  // Without it mails are as right, only less polite.
  process.emitWarning(`The thread for mail keeps its priority: ${String(error)}`)
}

const accounts = new Map<number, Transport>()
const prepared = new Map<number, { transport: Transport; message: OutgoingMessage }>()
/** Of the prepared, those that are not written yet. */
const unwritten = new Set<number>()
let reports: MailReport[] = []
let isWriting = false

/** All reports of a turn are sent together: waking the other thread costs more than their content. */
function report(one: MailReport): void {
  reports.push(one)
  if (reports.length > 1) return
  setImmediate(() => {
    const all = reports
    reports = []
    parentPort?.postMessage(all)
  })
}

/** Writes and signs one email per turn, so that emails in flight are not delayed by later ones. */
function writeNext(): void {
  if (isWriting || unwritten.size === 0) return
  isWriting = true
  setImmediate(() => {
    isWriting = false
    const [next] = unwritten
    if (next === undefined) return
    unwritten.delete(next)
    const found = prepared.get(next)
    try {
      found?.transport.prepare?.(found.message)
    } catch {
      // An error of ours: `send` meets it again and reports it.
    }
    writeNext()
  })
}

function send(account: number, mail: number, given: OutgoingMessage | null): void {
  const message = prepared.get(mail)?.message ?? given
  const transport = accounts.get(account)
  prepared.delete(mail)
  unwritten.delete(mail)
  if (!message || !transport)
    return report({ kind: 'failed', mail, error: 'An email reached the mail thread without its content or its account.' })
  transport.send(message).then(
    (outcome) => report({ kind: 'outcome', mail, outcome }),
    (error: unknown) => report({ kind: 'failed', mail, error: String(error) }),
  )
}

function close(account: number): void {
  const transport = accounts.get(account)
  accounts.delete(account)
  void (transport?.close() ?? Promise.resolve()).finally(() => report({ kind: 'closed', account }))
}

function open(account: number, { egressAllow, ...options }: ThreadedSmtpOptions): void {
  const checkAddress = egressAllow && createAddressRules(egressAllow)
  accounts.set(account, createSmtpCampaignTransport({ ...options, ...(checkAddress ? { checkAddress } : {}) }))
}

function obey(order: MailOrder): void {
  switch (order.kind) {
    case 'open':
      return open(order.account, order.options)
    case 'prepare': {
      const transport = accounts.get(order.account)
      if (!transport) return
      prepared.set(order.mail, { transport, message: order.message })
      unwritten.add(order.mail)
      return writeNext()
    }
    case 'send':
      return send(order.account, order.mail, order.message)
    case 'forget':
      prepared.delete(order.mail)
      unwritten.delete(order.mail)
      return
    case 'close':
      return close(order.account)
  }
}

parentPort?.on('message', (orders: MailOrder[]) => {
  for (const order of orders) obey(order)
})
