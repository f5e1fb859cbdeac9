import type { DeliveryOutcome, Fault } from '../delivery/transport.ts'
import type { SmtpReply } from './smtp-replies.ts'

/** The command that the reply answers. */
export type SmtpStage = 'mail' | 'rcpt' | 'data' | 'content'

type Refusal = Pick<SmtpReply, 'code' | 'enhanced' | 'text'>

/** The mailbox or its domain does not exist, is permanently closed, or is invalid (5.1.3): no message will ever reach it. */
const UNKNOWN_MAILBOX = /^5\.(1\.(0|1|2|3|4|6|10)|2\.1)$/
/** Without an enhanced code; 501 is to RCPT what 5.1.3 is. */
const UNKNOWN_MAILBOX_CODES = new Set([501, 550, 551, 553])
const ABOUT_POLICY =
  /spam|block|black ?list|deny|denied|polic|reputation|relay|spf|dkim|dmarc|authenticat|authoriz|not permitted|not allowed|banned|virus|content|listed/i
const GREY_LISTED = /gr[ea]y-?list/i
/** About our sending rate or volume only: these words pause the whole account. */
const OUR_PACE =
  /\brates?\b|\brate[-_ ]?limit|throttl|\btoo (many|much|fast|quick|frequent)|\bslow(ing)? down|\bper (second|minute|hour|day)\b|\b(send|sending|message|hourly|daily|connections?) (limit|quota)|\bquota of messages|\bvolume\b|\b(server|system|service) (is )?(too )?busy\b/i
/** Before a recipient is named, any limit is ours. */
const ANY_LIMIT = /\b(limit|quota|exceed)/i
/** About one recipient's mailbox. "Mailbox unavailable" is the standard text of 450, whatever its cause. */
const ABOUT_MAILBOX = /\bmail ?box(?! unavailable)|\binbox\b|\bover ?quota\b|\bstorage\b|\bdisk\b|\breceiving\b/i

/** Milliseconds of words such as "try again in 5 minutes"; null when the server named no time. */
export const delayNamedIn = (text: string): number | null => {
  const [, amount, unit = ''] = /(?:in|after|for|wait) (\d{1,5}) ?(s|sec|m|min|h|hour)[a-z]*\b/i.exec(text) ?? []
  if (amount === undefined) return null
  const seconds = { s: 1, m: 60, h: 3_600 }[unit[0]?.toLowerCase() ?? 's'] ?? 1
  return Math.min(Number(amount) * seconds, 86_400) * 1_000
}

/**
 * Whether a temporary refusal is about us: then every recipient would get it, and the account pauses. Otherwise only this recipient is
 * retried and given up in time. In doubt it is the recipient: one full mailbox must not slow down all others.
 */
const isAboutOurPace = ({ code, enhanced, text }: Refusal, stage: SmtpStage): boolean => {
  if (GREY_LISTED.test(text)) return false
  if (code === 421 || enhanced === '4.5.3') return true
  // Removes addresses, which may contain any word.
  const texts = text.replaceAll(/<[^<>]*>|[^\s@]{1,320}@\S+/g, '')
  if (stage === 'mail') return enhanced?.startsWith('4.7.') === true || OUR_PACE.test(texts) || ANY_LIMIT.test(texts)
  return enhanced?.startsWith('4.2.') !== true && !ABOUT_MAILBOX.test(texts) && OUR_PACE.test(texts)
}

const outcomeOfDelay = (reply: SmtpReply, stage: SmtpStage): DeliveryOutcome => ({
  kind: 'put-off',
  throttled: isAboutOurPace(reply, stage),
  retryAfterMs: delayNamedIn(reply.text),
  response: reply.summary,
})

const reasonOf = ({ code, enhanced, text }: Refusal, stage: SmtpStage): 'bounced' | 'rejected' => {
  // A reply to MAIL is about the sender, never about the recipient.
  if (stage === 'mail') return 'rejected'
  if (enhanced !== null) {
    // Some servers refuse us with 5.1.0 or a bare 550 and a policy text.
    return UNKNOWN_MAILBOX.test(enhanced) && !(enhanced === '5.1.0' && ABOUT_POLICY.test(text)) ? 'bounced' : 'rejected'
  }
  if (stage !== 'rcpt') return 'rejected'
  return UNKNOWN_MAILBOX_CODES.has(code) && !ABOUT_POLICY.test(text) ? 'bounced' : 'rejected'
}

/** Whether a server's reply about a recipient, now or in a later report, means that no message will reach that address. */
export const isRefusedForGood = (refusal: Refusal): boolean =>
  (refusal.enhanced?.startsWith('5') ?? refusal.code >= 500) && reasonOf(refusal, 'rcpt') !== 'rejected'

/** About the sender, whatever the command: its address (5.1.7) or its domain (5.1.8) is wrong. */
const ABOUT_SENDER = /^5\.1\.[78]$/
/** A full mailbox, one that rejects such email, an unreachable system: about this recipient only. */
const ABOUT_RECIPIENT = /^5\.(2\.\d+|4\.\d+)$/

/** The party at fault in a refusal that does not concern the address. */
const faultOf = ({ enhanced }: SmtpReply, stage: SmtpStage): { fault?: Fault } => {
  if (stage === 'mail' || (enhanced !== null && ABOUT_SENDER.test(enhanced))) return { fault: 'sender' }
  return enhanced !== null && ABOUT_RECIPIENT.test(enhanced) ? {} : { fault: 'perhaps' }
}

/** The server requires sign-in or rejects ours: the account's fault, not the message's. */
const ABOUT_OUR_SIGN_IN = new Set([530, 534, 535, 538])
export const isAboutOurSignIn = ({ code }: SmtpReply): boolean => ABOUT_OUR_SIGN_IN.has(code)

/** The outcome of a server's refusal for the message. `reply.code` is 400 or above. */
export const outcomeOfReply = (reply: SmtpReply, stage: SmtpStage): DeliveryOutcome => {
  if (reply.code < 500) return outcomeOfDelay(reply, stage)
  if (isAboutOurSignIn(reply)) return { kind: 'unreachable', response: reply.summary, fault: 'account' }
  // Bad sequence of commands: the server is out of step, which is not about the message.
  if (reply.code === 503) return { kind: 'put-off', throttled: false, retryAfterMs: null, response: reply.summary }
  const reason = reasonOf(reply, stage)
  return { kind: 'refused', reason, response: reply.summary, ...(reason === 'rejected' ? faultOf(reply, stage) : {}) }
}

/** The final reply to the content. Its text may contain the server's id of the message. */
export const outcomeOfAcceptance = ({ summary: message }: SmtpReply): DeliveryOutcome => {
  const [, id = null] = /(?:queued as|id=|message ?id:?) ?<?([A-Za-z0-9._@-]{1,120})/i.exec(message) ?? []
  return { kind: 'accepted', providerId: id, response: message, delivered: false }
}
