import { parseEmailAddress } from '../mail/address.ts'
import { MailError } from '../mail/mail-error.ts'
import { prepareMail, type PreparedMail, type PrepareOptions } from '../mail/prepared-mail.ts'
import type { DeliveryOutcome, OutgoingContent } from './transport.ts'

/** Writes an email, or returns why it can never be sent. */
export const prepareOrRefuse = (
  to: string,
  content: Extract<OutgoingContent, { channel: 'email' }>,
  options: PrepareOptions,
): PreparedMail | DeliveryOutcome => {
  if (parseEmailAddress(to) === null) {
    return { kind: 'refused', reason: 'invalid_address', response: 'We cannot send to this email address.' }
  }
  try {
    return prepareMail(to, content, options)
  } catch (error) {
    if (error instanceof MailError) return { kind: 'refused', reason: 'rejected', response: error.publicMessage }
    throw error
  }
}
