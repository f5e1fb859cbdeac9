import type { DeliveryOutcome, Fault } from '../delivery/transport.ts'
import type { SmtpReply } from './smtp-replies.ts'

/** What the reply answers. */
export type SmtpStage = 'mail' | 'rcpt' | 'data' | 'content'

/** The mailbox or its domain does not exist, is closed for good, or is none at all (5.1.3): no message will ever reach it. */
const NOBODY_THERE = /^5\.(1\.(0|1|2|3|4|6|10)|2\.1)$/
/** Without an enhanced code; 501 is to RCPT what 5.1.3 is. */
const NOBODY_BARELY = new Set([501, 550, 551, 553])
const ABOUT_POLICY =
  /spam|block|black ?list|deny|denied|polic|reputation|relay|spf|dkim|dmarc|authenticat|authoriz|not permitted|not allowed|banned|virus|content|listed/i
const GREY_LISTED = /gr[ea]y-?list/i
const SLOW_DOWN = /rate|throttl|too (many|fast|much)|slow down|limit|exceed|quota of messages/i

/** Milliseconds of words such as "try again in 5 minutes"; null where the server named no time. */
export const waitNamedIn = (text: string): number | null => {
  const [, amount, unit = ''] = /(?:in|after|for|wait) (\d{1,5}) ?(s|sec|m|min|h|hour)[a-z]*\b/i.exec(text) ?? []
  if (amount === undefined) return null
  const seconds = { s: 1, m: 60, h: 3_600 }[unit[0]?.toLowerCase() ?? 's'] ?? 1
  return Math.min(Number(amount) * seconds, 86_400) * 1_000
}

const outcomeOfDelay = ({ code, enhanced, text, said }: SmtpReply): DeliveryOutcome => {
  const greyListed = GREY_LISTED.test(text)
  const bySecurity = enhanced?.startsWith('4.7.') === true || enhanced === '4.5.3'
  const throttled = !greyListed && (code === 421 || bySecurity || (enhanced?.startsWith('4.2.') !== true && SLOW_DOWN.test(text)))
  return { kind: 'put-off', throttled, retryAfterMs: waitNamedIn(text), response: said }
}

type Refusal = Pick<SmtpReply, 'code' | 'enhanced' | 'text'>

const reasonOf = ({ code, enhanced, text }: Refusal, stage: SmtpStage): 'bounced' | 'rejected' => {
  // What is said of MAIL is about the sender, never about the recipient.
  if (stage === 'mail') return 'rejected'
  if (enhanced !== null) {
    // 5.1.0 and a bare 550 with words of policy are how some servers say that they do not want us.
    return NOBODY_THERE.test(enhanced) && !(enhanced === '5.1.0' && ABOUT_POLICY.test(text)) ? 'bounced' : 'rejected'
  }
  if (stage !== 'rcpt') return 'rejected'
  return NOBODY_BARELY.has(code) && !ABOUT_POLICY.test(text) ? 'bounced' : 'rejected'
}

/** Whether what a server said of a recipient, now or in a later report, means that no message will reach that address. */
export const isRefusedForGood = (refusal: Refusal): boolean =>
  (refusal.enhanced?.startsWith('5') ?? refusal.code >= 500) && reasonOf(refusal, 'rcpt') !== 'rejected'

/** Of the sender, whatever the command it answers: its address (5.1.7) or its domain (5.1.8) is wrong. */
const ABOUT_SENDER = /^5\.1\.[78]$/
/** A full mailbox, one that takes no such mail, a system that cannot be reached: of this recipient alone. */
const ABOUT_RECIPIENT = /^5\.(2\.\d+|4\.\d+)$/

/** Whom a refusal that says nothing of the address is about. */
const faultOf = ({ enhanced }: SmtpReply, stage: SmtpStage): { fault?: Fault } => {
  if (stage === 'mail' || (enhanced !== null && ABOUT_SENDER.test(enhanced))) return { fault: 'sender' }
  return enhanced !== null && ABOUT_RECIPIENT.test(enhanced) ? {} : { fault: 'perhaps' }
}

/** The server asks us to sign in (or says that our sign-in is worth nothing): the account's fault, not the message's. */
const ABOUT_OUR_SIGN_IN = new Set([530, 534, 535, 538])
export const isAboutOurSignIn = ({ code }: SmtpReply): boolean => ABOUT_OUR_SIGN_IN.has(code)

/** What a refusal of the server means for the message. `reply.code` is 400 or above. */
export const outcomeOfReply = (reply: SmtpReply, stage: SmtpStage): DeliveryOutcome => {
  if (reply.code < 500) return outcomeOfDelay(reply)
  if (isAboutOurSignIn(reply)) return { kind: 'unreachable', response: reply.said, fault: 'account' }
  // Bad sequence of commands: the server lost the thread, and says nothing about the message.
  if (reply.code === 503) return { kind: 'put-off', throttled: false, retryAfterMs: null, response: reply.said }
  const reason = reasonOf(reply, stage)
  return { kind: 'refused', reason, response: reply.said, ...(reason === 'rejected' ? faultOf(reply, stage) : {}) }
}

/** The final reply to the content. The id under which the server has the message is in its words, where it says it. */
export const outcomeOfAcceptance = ({ said }: SmtpReply): DeliveryOutcome => {
  const [, id = null] = /(?:queued as|id=|message ?id:?) ?<?([A-Za-z0-9._@-]{1,120})/i.exec(said) ?? []
  return { kind: 'accepted', providerId: id, response: said, delivered: false }
}
