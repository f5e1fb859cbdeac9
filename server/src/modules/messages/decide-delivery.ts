import type { deliveryDecisions } from '@imperium/contract/messages.ts'
import { message as makeMessage } from '@imperium/contract/kit/message.ts'
import { countEffects, settleEffect } from '../../platform/events/effects.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import { meterMessages } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { deliverJob, endSent, sourceOf, stepOf } from './deliver-message.ts'
import type { DeliverJob } from './deliver-message.ts'
import { lockOutgoing, setUnsent } from './delivery-store.ts'
import { findConversation } from './store.ts'
import type { Viewer } from './store.ts'
import type { Delivery } from './delivery.ts'

/**
 * A member decides about an undelivered message or an unknown outcome: send it again unchanged under the same identity, mark it as sent,
 * or give up. @throws 404; 409 if there is nothing to decide.
 */
export async function decideDelivery(
  platform: Platform,
  context: OrgContext,
  viewer: Viewer,
  { id, messageId, decision }: { id: string; messageId: string; decision: (typeof deliveryDecisions)[number] },
): Promise<void> {
  const { tx, audit, actor } = context
  const row = await findConversation(tx, viewer, id)
  const message = row && (await lockOutgoing(tx, messageId))
  if (!row || message?.conversation_id !== id) throw notFound()
  audit({ targetId: id, targetName: row.subject, after: { messageId, decision } })
  const { status } = message
  if (status !== 'held' && (status !== 'failed' || decision !== 'send')) throw conflict('This message no longer needs a decision.')
  const source = sourceOf(messageId)
  const tries = await countEffects(tx, source)
  if (decision === 'send') {
    requireProvedAddress(context.caller)
    await setUnsent(tx, messageId, { status: 'queued', detail: '' })
    const attempt = tries + 1
    return platform.jobs.send<DeliverJob>(tx, deliverJob, { orgId: tx.orgId, messageId, attempt, firstAttempt: attempt })
  }
  await settleEffect(tx, source, stepOf(tries), decision === 'sent' ? 'done' : 'failed', `Decided by ${actor.name}`)
  if (decision === 'drop')
    return setUnsent(tx, messageId, { status: 'failed', detail: makeMessage('Not sent: {name} decided so.', { name: actor.name }) })
  await endSent(platform, tx, { message, delivery: (message.delivery ?? {}) as Delivery }, { status: 'sent', externalId: null })
  await meterMessages(tx, message.channel, 1)
}
