import type { Language } from '@imperium/contract/languages.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { writeSystemMessage } from '../../messages/index.ts'
import { money } from '../printing/render-document.ts'
import { fillText, mailTexts, writtenDay } from './mail-texts.ts'
import type { MailKind } from './mail-texts.ts'

interface TextedDocument {
  via: 'sms' | 'whatsapp'
  kind: MailKind
  language: Language
  contactId: string | null
  number: string
  currency: string
  amount: number
  due: number
  date: string
  url: string
  seller: string
}

/**
 * Writes the message with the document's link to the customer's number, in the conversation with the contact. It is transactional: the customer
 * asked for what it is about, so no consent is needed, but a suppression counts. @throws 409 where it may not be sent.
 */
export async function textDocument(
  platform: Platform,
  tx: OrgTx,
  { via, kind, language, url, ...document }: TextedDocument,
): Promise<void> {
  if (document.contactId === null) throw conflict('The customer has no phone number.')
  const amount = (minor: number) => money(minor, document.currency, language)
  const text = fillText(mailTexts[language][kind].text, {
    number: document.number,
    total: amount(document.amount),
    due: amount(document.due),
    date: writtenDay(document.date, language),
    organization: document.seller,
  })
  const written = await writeSystemMessage(platform, tx, {
    channel: via,
    to: document.contactId,
    subject: '',
    text: `${document.seller}: ${text} ${url}`,
    from: document.seller,
    purpose: null,
    senderId: null,
    accountId: null,
    html: '',
    template: null,
    tellsEnd: false,
  })
  if (written.kind !== 'skipped') return
  if (written.reason === 'no_address') throw conflict('The customer has no phone number.')
  if (written.reason === 'suppressed') throw conflict('The customer asked not to get such messages.')
  throw conflict(message('The message may not be sent: {reason}', { reason: written.reason }))
}
