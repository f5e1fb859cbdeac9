/** Outgoing mail: the operator's SMTP server, or on a machine without one the sandbox mailbox, which keeps what would have been sent. */
import { createTransport } from 'nodemailer'
import { parseEmailAddress } from './address.ts'
import { composeMail, type MailMessage } from './compose.ts'
import type { Hold } from '../installation/hold.ts'
import { heldText } from '../installation/held-error.ts'
import { MailError } from './mail-error.ts'
import { createSmtpTransport, type SmtpTimeouts } from './smtp-transport.ts'

interface MailReceipt {
  accepted: boolean
  /** The server's last response, such as `250 2.0.0 Ok: queued as 4F2`. */
  response: string
  adapter: 'smtp' | 'sandbox'
}

/** A message as the sandbox stores it: its parts, and the full source as it would be sent. */
export interface SandboxMail {
  messageId: string
  from: string
  to: string
  subject: string
  text: string
  html: string | null
  raw: string
}

export interface SandboxMailStore {
  /** Must be idempotent by `messageId`: a repeated try of one message is one message. */
  save(mail: SandboxMail): Promise<void>
}

export interface Mail {
  readonly adapter: 'smtp' | 'sandbox'
  /** Sends one message to one recipient. Throws `MailError`. Never retries by itself. */
  send(message: MailMessage): Promise<MailReceipt>
  close(): void
}

interface MailOptions {
  /** Nothing is sent while it is on. */
  hold?: Pick<Hold, 'isOn'>
  /** SMTP_URL; without it the sandbox is used. */
  smtpUrl?: string | undefined
  /** The sender's address. */
  from: string
  sandboxStore: SandboxMailStore
  timeouts?: SmtpTimeouts
}

const createSandbox = (store: SandboxMailStore, from: string): Mail => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    adapter: 'sandbox',
    async send(message) {
      const composed = composeMail(message, from)
      // Names reserved for tests (RFC 6761) refuse like a real server, so that failures can be tried without one.
      if (composed.to.endsWith('@bounce.test')) {
        throw new MailError({
          permanent: true,
          response: '550 5.1.1 User unknown',
          publicMessage: 'The mail server refused the message: 550 5.1.1 User unknown',
        })
      }
      if (composed.to.endsWith('@defer.test')) {
        throw new MailError({
          response: '451 4.7.1 Try again later',
          publicMessage: 'The mail server put the message off: 451 4.7.1 Try again later',
        })
      }
      const { message: raw } = await composer.sendMail(composed)
      const { messageId, subject, text, html = null } = message
      await store.save({ messageId, from, to: composed.to, subject, text, html, raw: String(raw) })
      return { accepted: true, response: '250 Kept in the sandbox mailbox', adapter: 'sandbox' }
    },
    close: () => composer.close(),
  }
}

/** Creates the mail client. Throws on a malformed `smtpUrl` or `from`. */
export const createMail = (options: MailOptions): Mail => {
  const mail = connectMail(options)
  const send: Mail['send'] = async (message) => {
    if (options.hold?.isOn()) throw new MailError({ publicMessage: heldText })
    return mail.send(message)
  }
  return { ...mail, send }
}

const connectMail = (options: MailOptions): Mail => {
  const from = parseEmailAddress(options.from)
  if (!from) throw new Error(`The sender's address ${JSON.stringify(options.from)} is not an email address.`)
  if (!options.smtpUrl) return createSandbox(options.sandboxStore, from)
  const smtp = createSmtpTransport(options.smtpUrl, options.timeouts ?? { connectMs: 10_000, silenceMs: 30_000 })
  return {
    adapter: 'smtp',
    send: async (message) => ({ accepted: true, response: await smtp.send(composeMail(message, from)), adapter: 'smtp' }),
    close: () => smtp.close(),
  }
}
