import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { DeliveryOutcome } from './transport.ts'

/** Behaviours of a sandbox recipient; docs/sandbox.md has the table. */
export const sandboxBehaviours = [
  ...(['accept', 'bounce', 'stop', 'defer', 'throttle', 'unknown', 'complain', 'reply', 'invalid', 'unreachable'] as const),
  ...(['late-bounce', 'rejected'] as const),
] as const
export type SandboxBehaviour = (typeof sandboxBehaviours)[number]

/** Names reserved for tests (RFC 6761): `*@bounce.test`, `https://bounce.test/...`. */
const byDomain: ReadonlyMap<string, SandboxBehaviour> = new Map(
  sandboxBehaviours.filter((behaviour) => behaviour !== 'accept').map((behaviour) => [`${behaviour}.test`, behaviour]),
)

/** `+1 555 000 <digit>xxx`, and the numbers set aside for fiction that also pass as valid ones: `+1 202 555 01<digit>x`. */
const byDigit: readonly SandboxBehaviour[] = [
  ...(['accept', 'bounce', 'stop', 'defer', 'throttle', 'unknown', 'complain', 'reply', 'invalid', 'unreachable'] as const),
]

const domainOf = (channel: Channel, recipient: string): string =>
  channel === 'email' ? recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase() : (URL.parse(recipient)?.hostname ?? '')

/** Returns the behaviour of a sandbox recipient, decided by the address alone. */
export const sandboxBehaviourOf = (channel: Channel, recipient: string): SandboxBehaviour => {
  if (channel === 'email' || channel === 'webhook') return byDomain.get(domainOf(channel, recipient)) ?? 'accept'
  const digit = /^\+1(?:555000(\d)\d{3}|20255501(\d)\d)$/.exec(recipient)
  return byDigit[Number(digit?.[1] ?? digit?.[2] ?? 0)] ?? 'accept'
}

const texts: Record<Channel, { refused: string; invalid: string; rejected: string; later: string; slower: string }> = {
  email: {
    refused: '550 5.1.1 User unknown',
    invalid: '501 5.1.3 Bad recipient address syntax',
    rejected: '554 5.7.1 Message rejected by policy',
    later: '451 4.3.0 Try again later',
    slower: '421 4.7.0 Too many messages, slow down',
  },
  sms: {
    refused: '30005 Unknown destination handset',
    invalid: "21211 Invalid 'To' phone number",
    rejected: '30007 Message filtered by the carrier',
    later: '503 Service unavailable',
    slower: '20429 Too many requests',
  },
  whatsapp: {
    refused: '131026 Message undeliverable',
    invalid: '131009 The phone number is not valid',
    rejected: '131049 Not delivered to keep the ecosystem healthy',
    later: '131016 Service unavailable',
    slower: '130429 Rate limit hit',
  },
  webhook: {
    refused: 'HTTP 410 Gone',
    invalid: 'Not a web address',
    rejected: 'HTTP 400 Bad request',
    later: 'HTTP 500 Internal error',
    slower: 'HTTP 429 Too many requests',
  },
}

/** Outcome of an attempt when the message is not stored; null when it is accepted. `tries` counts earlier attempts of the message. */
export const sandboxRefusal = (channel: Channel, behaviour: SandboxBehaviour, tries: number): DeliveryOutcome | null => {
  const say = texts[channel]
  switch (behaviour) {
    case 'bounce':
      return { kind: 'refused', reason: 'bounced', response: say.refused }
    case 'invalid':
      return { kind: 'refused', reason: channel === 'email' || channel === 'sms' ? 'bounced' : 'invalid_address', response: say.invalid }
    case 'rejected':
      return { kind: 'refused', reason: 'rejected', response: say.rejected }
    case 'defer':
      return { kind: 'put-off', throttled: false, retryAfterMs: null, response: say.later }
    case 'throttle':
      return tries > 0 ? null : { kind: 'put-off', throttled: true, retryAfterMs: 1_000, response: say.slower }
    case 'unreachable':
      return { kind: 'unreachable', response: 'The sandbox simulates an unreachable provider.' }
    case 'accept':
    case 'stop':
    case 'complain':
    case 'reply':
    case 'unknown':
    case 'late-bounce':
      return null
  }
}

/** A later reaction of a recipient that accepted a message. */
export interface SandboxReaction {
  kind: 'bounce' | 'complaint' | 'reply'
  text: string
}

/** Null when there is no reaction. */
export const sandboxReaction = (channel: Channel, behaviour: SandboxBehaviour): SandboxReaction | null => {
  if (behaviour === 'complain') return { kind: 'complaint', text: 'The recipient reported the message as spam.' }
  if (behaviour === 'stop') return { kind: 'reply', text: 'STOP' }
  if (behaviour === 'reply') return { kind: 'reply', text: 'Thank you, tell me more.' }
  return behaviour === 'late-bounce' ? { kind: 'bounce', text: texts[channel].refused } : null
}
