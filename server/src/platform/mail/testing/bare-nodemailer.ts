import { createTransport } from 'nodemailer'
import type { DkimKey } from '../dkim.ts'
import type { MailContent } from '../prepared-mail.ts'

interface BareOptions {
  host: string
  port: number
  connections: number
  /** Nodemailer signs with it. */
  dkim?: DkimKey
}

/** A plain pooled nodemailer: the baseline of the benchmark. */
export const openBareNodemailer = ({ host, port, connections, dkim }: BareOptions) => {
  const key = dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } } : {}
  const transport = createTransport({ host, port, ignoreTLS: true, pool: true, maxConnections: connections, maxMessages: Infinity, ...key })
  return {
    /** Bytes that are ready. */
    sendRaw: async (from: string, to: string, raw: string): Promise<void> => {
      await transport.sendMail({ envelope: { from, to: [to] }, raw })
    },
    /** The same mail as ours, written (and signed) by nodemailer. */
    sendContent: async (to: string, content: MailContent): Promise<void> => {
      const { fromName, fromAddress, returnPath, subject, text, html, messageId, unsubscribeUrl, headers } = content
      await transport.sendMail({
        from: { name: fromName, address: fromAddress },
        to,
        envelope: { from: returnPath, to: [to] },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        messageId,
        headers: {
          ...headers,
          ...(unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
        },
      })
    },
    close: () => transport.close(),
  }
}
