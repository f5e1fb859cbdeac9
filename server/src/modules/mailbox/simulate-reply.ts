import type { simulatedKinds } from '@imperium/contract/channels/mailbox.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { receiveSandboxEvent } from '../channels/index.ts'
import { readMail } from './store.ts'

type SimulatedReply = { kind: (typeof simulatedKinds)[number]; text: string }

const bounceLabels = {
  email: '550 5.1.1 User unknown',
  sms: '30005 Unknown destination handset',
  whatsapp: '131026 Message undeliverable',
} as const

/** Simulates the recipient's action; its result arrives like a provider's report. @throws 404, 409 */
export async function simulateReply(platform: Platform, id: string, { kind, text }: SimulatedReply): Promise<void> {
  const kept = await platform.db.withSystem((tx) => readMail(tx, id))
  if (!kept) throw notFound()
  const { channel, canAnswer, to } = kept.content
  if (!canAnswer) throw conflict('This email belongs to no organization, so a reply would reach no one.')
  if (channel === 'webhook') throw conflict('A webhook does not answer.')
  if (kind === 'complaint' && channel !== 'email') throw conflict('Complaints only exist for email.')
  const texts = {
    reply: text || 'Thank you, tell me more.',
    bounce: bounceLabels[channel],
    complaint: 'The recipient reported the message as spam.',
  }
  const key = kept.messageId ?? kept.identity ?? id
  await platform.db.withOrg(kept.orgId, (tx) =>
    receiveSandboxEvent(platform, tx, {
      kind,
      channel,
      text: texts[kind],
      identity: kept.identity ?? '',
      messageId: kept.messageId,
      recipient: to,
      subject: channel === 'email' ? kept.content.subject : '',
      // An email bounces and is complained about once; replies may be many.
      externalId: `sandbox:${kind}:${key}${kind === 'reply' ? `:${newId()}` : ''}`,
    }),
  )
}
