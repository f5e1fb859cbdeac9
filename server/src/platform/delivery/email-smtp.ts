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

/** Where the mails go. @throws where nothing can be understood by it */
export const readMailServer = ({ url, host = '', port = 587 }: Pick<SmtpCampaignOptions, 'url' | 'host' | 'port'>) => {
  const server = url === undefined ? { host, port } : parseSmtpUrl(url)
  if (!server.host) throw new TypeError('A mail server needs a host.')
  return server
}

/**
 * Email to many over SMTP: several connections, commands pipelined where the server takes it, each mail written and signed here, which
 * takes the event loop up to a millisecond: the product has it on a thread (`createThreadedSmtpTransport`).
 * Throws on a malformed `url`. A host that a user gave needs `checkAddress`.
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
  // By the message itself, so that what is never sent is forgotten with it.
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
      // What answers and reports name a mail by; the server's own number for it is in its response.
      return outcome.kind === 'accepted' && message.content.channel === 'email'
        ? { ...outcome, providerId: sesMessageId(server.host, outcome.response) ?? message.content.messageId }
        : outcome
    },
    close: () => smtp.close(),
  }
}
