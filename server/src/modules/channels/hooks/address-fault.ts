import { isRefusedForGood } from '../../../platform/mail/smtp-outcome.ts'

/**
 * Whether a report says that the address is at fault, by the rules by which a refusal while sending is read: a person who is not there (5.1.1,
 * 5.2.1 and the like) is not written to again; policy, a full mailbox, a fault on the way or of the message says nothing about the address.
 * `code`: enhanced status (RFC 3463); where that is none of the telling ones, what the server said decides.
 */
export function isAddressFault(code: string | undefined, diagnostic: string): boolean {
  const said = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0]
  const enhanced = code && !code.endsWith('.0.0') ? code : (said ?? null)
  const reply = Number(/\b([45]\d\d)\b/.exec(diagnostic)?.[1] ?? 0)
  return isRefusedForGood({ code: reply, enhanced, text: diagnostic })
}
