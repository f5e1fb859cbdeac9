import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { LRUCache } from 'lru-cache'
import { prepareOrRefuse } from './prepare-or-refuse.ts'
import { sandboxBehaviourOf, sandboxReaction, sandboxRefusal, type SandboxBehaviour } from './sandbox-rules.ts'
import type { SandboxMessage, SandboxStore } from './sandbox-store.ts'
import type { DeliveryOutcome, OutgoingMessage, Transport } from './transport.ts'

/** Attempts per message in this process: a throttled or unanswered attempt happens once per message. */
const rememberTries = () => {
  const tries = new LRUCache<string, number>({ max: 10_000 })
  return (identity: string): number => {
    const before = tries.get(identity) ?? 0
    tries.set(identity, before + 1)
    return before
  }
}

type Keep = (behaviour: SandboxBehaviour) => Promise<void>

const deliver = async (
  channel: Channel,
  { identity, to, content }: OutgoingMessage,
  countTry: (identity: string) => number,
  keep: Keep,
): Promise<DeliveryOutcome> => {
  const behaviour = sandboxBehaviourOf(channel, to)
  // Only what depends on earlier tries is remembered.
  const tries = behaviour === 'throttle' || behaviour === 'unknown' ? countTry(identity) : 0
  const refusal = sandboxRefusal(channel, behaviour, tries)
  if (refusal) return refusal
  await keep(behaviour)
  if (behaviour === 'unknown' && tries === 0) {
    return { kind: 'unknown', response: 'The sandbox kept the message and plays a provider whose answer was lost.' }
  }
  const providerId = content.channel === 'email' ? content.messageId : null
  return { kind: 'accepted', providerId, response: '250 Kept in the sandbox', delivered: true }
}

const textOf = ({ content }: OutgoingMessage): string => {
  switch (content.channel) {
    case 'sms':
    case 'email':
      return content.text
    case 'webhook':
      return content.body
    case 'whatsapp':
      return content.template ? `[${content.template.name}/${content.template.language}] ${content.text}`.trim() : content.text
  }
}

/** Stores what SMS, WhatsApp or a webhook would send; docs/sandbox.md lists recipients that fail, reply or complain. */
export const createSandboxTransport = (
  channel: Exclude<Channel, 'email'>,
  store: SandboxStore,
  { dltEntityId }: { dltEntityId?: string } = {},
): Transport => {
  const countTry = rememberTries()
  return {
    channel,
    adapter: 'sandbox',
    async send(message) {
      const { identity, to, content } = message
      if (content.channel !== channel) throw new TypeError(`The sandbox of ${channel} was given a message for ${content.channel}.`)
      return deliver(channel, message, countTry, (behaviour) => {
        const reaction = sandboxReaction(channel, behaviour)
        const dlt =
          dltEntityId && content.channel === 'sms' ? { dlt: { entityId: dltEntityId, templateId: content.dltTemplateId ?? '' } } : {}
        return store.save({ identity, channel, recipient: to, text: textOf(message), reaction, ...dlt })
      })
    },
    close: () => Promise.resolve(),
  }
}

/** Checks the form of a mail as the real transport would, and keeps it in the sandbox mailbox. */
export const createSandboxMailTransport = (store: SandboxStore): Transport => {
  const countTry = rememberTries()
  return {
    channel: 'email',
    adapter: 'sandbox',
    async send(message) {
      const { identity, to, content } = message
      if (content.channel !== 'email') throw new TypeError(`The sandbox of email was given a message for ${content.channel}.`)
      const prepared = prepareOrRefuse(to, content, { eightBit: true, now: new Date() })
      if ('kind' in prepared) return prepared
      return deliver('email', message, countTry, (behaviour) => {
        const { messageId, fromAddress: from, subject, text, html = null } = content
        const kept: SandboxMessage = { identity, channel: 'email', recipient: to, text, reaction: sandboxReaction('email', behaviour) }
        return store.save({ ...kept, mail: { messageId, from, subject, html } })
      })
    },
    close: () => Promise.resolve(),
  }
}
