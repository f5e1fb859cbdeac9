import { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { toMailError } from './mail-error.ts'
import { parseSmtpUrl } from './smtp-url.ts'

/** Set when the server accepted DATA and the first byte of the content is being sent. */
interface Progress {
  dataStarted: boolean
}
type TrackedMail = SendMailOptions & { progress?: Progress }

export interface SmtpTimeouts {
  connectMs: number
  /** Longest silence of the server at any step. */
  silenceMs: number
}

/** A pooled connection to the operator's mail server. `send` returns the server's reply and throws `MailError`. */
export const createSmtpTransport = (smtpUrl: string, { connectMs, silenceMs }: SmtpTimeouts) => {
  // nodemailer would itself send again after a lost connection (a setting its types do not know); only the effect ledger may decide that.
  const neverAgain = { maxRequeues: 0 }
  const transport = createTransport({
    ...parseSmtpUrl(smtpUrl),
    ...neverAgain,
    pool: true,
    maxConnections: 5,
    connectionTimeout: connectMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  })
  // The pool reports a failed idle connection here too; each message's own failure reaches its caller, and the next one connects anew.
  transport.on('error', () => undefined)
  transport.use('stream', (mail, done) => {
    const { progress } = mail.data as TrackedMail
    mail.message.build((error, bytes) => {
      if (error) return done(error)
      // The pool pipes this stream only after the server's go-ahead, and it is not read before: so the first read marks the start of
      // content.
      mail.message.createReadStream = () =>
        new Readable({
          read() {
            if (progress) progress.dataStarted = true
            this.push(bytes)
            this.push(null)
          },
        })
      done()
    })
  })
  return {
    async send(mail: SendMailOptions & { to: string }): Promise<string> {
      const progress: Progress = { dataStarted: false }
      const tracked: TrackedMail = { ...mail, progress }
      try {
        return (await transport.sendMail(tracked)).response
      } catch (error) {
        throw toMailError(error, progress.dataStarted)
      }
    },
    close: () => transport.close(),
  }
}
