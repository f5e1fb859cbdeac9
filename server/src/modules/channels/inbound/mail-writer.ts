import type { ParsedMail } from 'mailparser'
import { parseEmailAddress } from '../../../platform/mail/address.ts'

const mostOthers = 20

interface Mailbox {
  address: string
  name: string
}

/** The mailboxes of an address header; those of a group (`Desk: a@b.example;`) count as each their own. */
const mailboxesOf = (header: ParsedMail['from']): Mailbox[] =>
  (header?.value ?? [])
    .flatMap((each) => each.group ?? [each])
    .map(({ address = '', name }) => ({ address, name }))
    .filter(({ address }) => address !== '')

export const sendersOf = (mail: Pick<ParsedMail, 'from'>): Mailbox[] => mailboxesOf(mail.from)

/**
 * Where answers go (RFC 5322, 3.6.2), if elsewhere than to the sender; never to the address that received the email. A message of ours has
 * one recipient, so the first one gets it, and the `others` are named.
 */
export function findReplyTo(mail: ParsedMail, recipient: string): { first: string | null; others: string[] } {
  const from = sendersOf(mail)[0]?.address.toLowerCase()
  const addresses = mailboxesOf(mail.replyTo).flatMap(({ address }) => parseEmailAddress(address)?.toLowerCase() ?? [])
  const [first, ...others] = [...new Set(addresses.filter((address) => address !== recipient))]
  return { first: first === undefined || first === from ? null : first, others: others.slice(0, mostOthers) }
}

/** Subjects that mail servers give to absence notes; a sign only together with another one of a machine. */
const absence =
  /^(automatic reply|auto(matic)?[- ]?reply|out of office|automatische antwort|abwesenheit|réponse automatique|absence|respuesta automática|fuera de la oficina|自動応答|自動返信|不在)/iu

/** RFC 3834 and older conventions: a machine wrote it. How it came (`Precedence: list`, a mailing list) says nothing about that. */
export function isAutoReply(mail: ParsedMail): boolean {
  const value = (name: string): string => {
    const line = mail.headerLines.find(({ key }) => key === name)?.line ?? ''
    return line
      .slice(line.indexOf(':') + 1)
      .trim()
      .toLowerCase()
  }
  const submitted =
    value('auto-submitted')
      .replaceAll(/\([^)]*\)/g, '')
      .split(';')[0]
      ?.trim() ?? ''
  if (submitted !== '') return submitted !== 'no'
  const isFromList = value('list-id') !== '' || value('mailing-list') !== '' || value('list-post') !== ''
  const precedence = value('precedence')
  if (precedence === 'auto_reply') return true
  if ((precedence === 'bulk' || precedence === 'junk') && !isFromList) return true
  if (absence.test(mail.subject ?? '') && value('x-auto-response-suppress') !== '') return true
  return value('x-autoreply') !== '' || value('x-autorespond') !== '' || value('x-autoresponder') !== '' || value('return-path') === '<>'
}
