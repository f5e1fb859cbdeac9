import { isRefusedForGood } from '../../../platform/mail/smtp-outcome.ts'

/**
 * Whether a report blames the address, by the same rules as a refusal while sending: an unknown mailbox (5.1.1, 5.2.1) does; policy, a full
 * mailbox or a transport fault does not. `code`: enhanced status (RFC 3463); if it does not decide, the server's text does.
 */
export function isAddressFault(code: string | undefined, diagnostic: string): boolean {
  const content = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0]
  const enhanced = code && !code.endsWith('.0.0') ? code : (content ?? null)
  const reply = Number(/\b([45]\d\d)\b/.exec(diagnostic)?.[1] ?? 0)
  return isRefusedForGood({ code: reply, enhanced, text: diagnostic })
}
