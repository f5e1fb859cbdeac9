import { PipelinedSmtp, type PipelinedSmtpOptions } from '../mail/pipelined-smtp.ts'
import { signMail } from '../mail/dkim.ts'
import type { SmtpMessage } from '../mail/smtp-connection.ts'
import { writeMail } from '../mail/prepared-mail.ts'
import { parseSmtpUrl } from '../mail/smtp-url.ts'
import { sesMessageId } from '../mail/ses-message-id.ts'
import { prepareOrRefuse } from './prepare-or-refuse.ts'
import type { DeliveryOutcome, OutgoingMessage, Transport } from './transport.ts'

/** Of one account: `url` as SMTP_URL is written, or its parts. */
export interface SmtpCampaignOptions extends Partial<PipelinedSmtpOptions> {
  url?: string | undefined
  now?: (() => Date) | undefined
}

/** The mail server. @throws when the settings cannot be parsed */
export const readMailServer = ({ url, host = '', port = 587 }: Pick<SmtpCampaignOptions, 'url' | 'host' | 'port'>) => {
  const server = url === undefined ? { host, port } : parseSmtpUrl(url)
  if (!server.host) throw new TypeError('A mail server needs a host.')
  return server
}

/**
 * Bulk email over SMTP: several connections, pipelined commands if supported. Writing and signing take the event loop up to 1 ms an email,
 * so the product runs it on a thread (`createThreadedSmtpTransport`). Throws on a malformed `url`. A user's host needs `checkAddress`.
 */
export const createSmtpCampaignTransport = ({ url, now = () => new Date(), ...options }: SmtpCampaignOptions): Transport => {
  const server = readMailServer({ url, ...options })
  const smtp = new PipelinedSmtp({ ...options, ...server })
  const write = ({ to, content }: OutgoingMessage, eightBit: boolean): SmtpMessage | DeliveryOutcome => {
    if (content.channel !== 'email') throw new TypeError(`The SMTP adapter was given a message for ${content.channel}.`)
    const at = now()
    const prepared = prepareOrRefuse(to, content, { eightBit, now: at })
    if ('kind' in prepared) return prepared
    const signature = content.dkim ? signMail(prepared, content.dkim, at) : null
    return { from: prepared.from, to: prepared.to, data: writeMail(prepared, signature), eightBit: prepared.eightBit }
  }
  // Keyed by the message object, so that an unsent message is garbage-collected.
  const written = new WeakMap<OutgoingMessage, { eightBit: boolean; mail: ReturnType<typeof write> }>()
  return {
    channel: 'email',
    adapter: 'smtp',
    prepare(message) {
      const { eightBit } = smtp
      if (eightBit === null || written.has(message)) return
      written.set(message, { eightBit, mail: write(message, eightBit) })
    },
    async send(message) {
      const ready = await smtp.ready()
      if ('kind' in ready) return ready
      const early = written.get(message)
      const mail = early?.eightBit === ready.eightBit ? early.mail : write(message, ready.eightBit)
      if ('kind' in mail) return mail
      const outcome = await smtp.send(mail)
      // Replies and reports name an email by its Message-ID; the server's own number for it is in its response.
      return outcome.kind === 'accepted' && message.content.channel === 'email'
        ? { ...outcome, providerId: sesMessageId(server.host, outcome.response) ?? message.content.messageId }
        : outcome
    },
    close: () => smtp.close(),
  }
}
