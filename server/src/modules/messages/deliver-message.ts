import { z } from 'zod'
import { Id } from '@imperium/contract/kit/fields.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { DeliveryOutcome, OutgoingContent, OutgoingMessage, Transport } from '../../platform/delivery/transport.ts'
import { beginEffect, eraseEffectsOf, settleEffect, settleHidden } from '../../platform/events/effects.ts'
import type { EffectDecision } from '../../platform/events/effects.ts'
import { AppError } from '../../platform/errors.ts'
import { defineInternalEvent, personalText } from '@imperium/contract/kit/event.ts'
import type { PayloadOf } from '@imperium/contract/kit/event.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { MessageKey } from '@imperium/contract/kit/message-fields.ts'
import { englishOf, keyOf } from '@imperium/contract/kit/message.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { requireMessages } from '../../platform/metering/message-allowance.ts'
import { meterMessages } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { reportHealth, resolveAccount, transportFor } from '../channels/index.ts'
import type { ChannelAccount } from '../channels/index.ts'
import { isSuppressed } from '../consents/index.ts'
import type { Reach } from '../consents/index.ts'
import { afterQuietHours } from './chat/after-quiet-hours.ts'
import { composeKeywordReply } from './compose-keyword-reply.ts'
import { composeSystem, reachNow } from './compose-system.ts'
import { lockOutgoing, setSent, setUnsent } from './delivery-store.ts'
import type { OutgoingRow } from './delivery-store.ts'
import { noteRefusal } from './note-refusal.ts'
import { emitUndelivered } from './emit-undelivered.ts'
import type { Delivery } from './delivery.ts'

/** Final state of a single message that a caller waits for; no attempt follows. `skipped`: it may not be sent. */
export const messageSettled = defineInternalEvent(
  'message.settled',
  z.object({
    messageId: Id,
    status: z.enum(['sent', 'delivered', 'failed', 'held', 'skipped']),
    detail: personalText(),
    detailKey: MessageKey.optional(),
  }),
)

export const deliverJob = 'messages.deliver'

export interface DeliverJob {
  orgId: string
  messageId: string
  /** Each attempt that certainly sent nothing is followed by another with its own ledger row; 1 unless given. */
  attempt?: number
  /** The attempt number that this series began with: 1, or more after a member sent it again. */
  firstAttempt?: number
}

interface Prepared {
  account: ChannelAccount
  message: OutgoingRow
  delivery: Delivery
  outgoing: OutgoingMessage
  decision: EffectDecision
}

export const sourceOf = (messageId: string): string => `message:${messageId}`
/** For messages to erased contacts, the ledger keeps only the fact that they were sent. */
export const eraseDeliveries = (tx: OrgTx, messageIds: readonly string[]): Promise<void> => eraseEffectsOf(tx, messageIds.map(sourceOf))

export const stepOf = (attempt: number): string => `send-${attempt}`
const retryAfterMs = [30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000]

/**
 * Sends a member's message to a contact through the effect ledger; an unknown outcome is repeated under the same identity or held,
 * as the account is configured.
 */
export const deliverMessageJob = (platform: Platform): JobDefinition => ({
  name: deliverJob,
  lane: 'interactive',
  run: async (data) => {
    const job = data as DeliverJob
    const { orgId } = job
    const prepared = await platform.db.withOrg(orgId, (tx) => prepare(platform, tx, job))
    if (!prepared) return
    const { account, decision } = prepared
    if (decision.act !== 'go') return settleEarlier(platform, orgId, prepared)
    const transport = transportFor(platform, account)
    const outcome = await sendNow(platform, orgId, transport, prepared)
    await platform.db.withOrg(orgId, (tx) => settle(platform, tx, prepared, outcome, job))
  },
})

async function sendNow(platform: Platform, orgId: string, transport: Transport, { outgoing, message }: Prepared): Promise<DeliveryOutcome> {
  const attachments = await readAttachments(platform, orgId, message.id)
  const content: OutgoingContent =
    outgoing.content.channel === 'email' && attachments.length > 0 ? { ...outgoing.content, attachments } : outgoing.content
  return transport.send({ ...outgoing, content })
}

async function readAttachments(platform: Platform, orgId: string, messageId: string) {
  const rows = await platform.db.withOrg(orgId, (tx) =>
    tx
      .selectFrom('message_attachments')
      .select(['file_id', 'name', 'content_type'])
      .where('message_id', '=', messageId)
      .orderBy('id')
      .execute(),
  )
  return Promise.all(
    rows.map(async (row) => {
      const parts: Uint8Array[] = []
      for await (const part of platform.files.read(orgId, row.file_id)) parts.push(part)
      return { name: row.name, contentType: row.content_type, bytes: Buffer.concat(parts) }
    }),
  )
}

async function reachOfDelivery(platform: Platform, tx: OrgTx, message: OutgoingRow, { system, isByAgent }: Delivery): Promise<Reach> {
  if (system) return reachNow(platform, tx, message, system)
  return isByAgent ? afterQuietHours(platform, tx, message) : { verdict: 'ok' }
}

/** Everything that is known before sending, committed with the ledger row. Null if there is nothing left to do. */
async function prepare(platform: Platform, tx: OrgTx, job: DeliverJob): Promise<Prepared | null> {
  const { messageId, attempt = 1 } = job
  const message = await lockOutgoing(tx, messageId)
  if (message && isReported(message)) await finishReported(platform, tx, message)
  if (!message || (message.status !== 'queued' && message.status !== 'sending')) return null
  // A job that an earlier version left in the queue carries it itself.
  const delivery = (message.delivery ?? job) as Delivery
  const { system } = delivery
  const fail = async (detail: Text, status: 'failed' | 'skipped' = 'failed') => {
    await endUnsent(platform, tx, { message, delivery }, { status: 'failed', detail }, status)
    return null
  }
  // The table's check limits it to these values; messages between members are not sent.
  const channel = message.channel as Exclude<Channel, 'webhook'>
  if (!delivery.answersKeyword && (await isSuppressed(platform, tx, { channel, address: message.address })))
    return fail('The contact asked not to be reached this way.')
  const reach = await reachOfDelivery(platform, tx, message, delivery)
  if (reach.verdict === 'skip') return fail(reach.reason, 'skipped')
  if (reach.verdict === 'later') {
    await platform.jobs.send<DeliverJob>(tx, deliverJob, job, { startAfter: reach.until })
    return null
  }
  try {
    // The reply to STOP is required, whatever the plan allows.
    if (!delivery.answersKeyword) await requireMessages(tx)
    const account = await resolveAccount(tx, channel, system?.accountId ?? message.account_id)
    const content = system
      ? await composeSystem(platform, tx, message, account, system)
      : await composeKeywordReply(platform, tx, message, account, delivery.template ?? null)
    const outgoing = { identity: `${tx.orgId}/message/${messageId}`, to: message.address, content }
    const decision = await beginEffect(tx, {
      source: sourceOf(messageId),
      step: stepOf(attempt),
      kind: channel,
      identity: outgoing.identity,
      policy: account.unknownPolicy,
      request: { to: message.address },
    })
    // An email has its Message-ID before it is sent: reports and replies find it even if the provider's response is lost.
    const named = content.channel === 'email' ? { externalId: content.messageId } : {}
    if (decision.act === 'go') await setUnsent(tx, messageId, { status: 'sending', ...named })
    return { account, message, delivery, outgoing, decision }
  } catch (error) {
    if (error instanceof AppError) return fail(error.text)
    throw error
  }
}

const unknownText = 'It is not known whether this message was sent.'

/** The result of an earlier attempt: already done, or waiting for a member's decision. */
async function settleEarlier(platform: Platform, orgId: string, prepared: Prepared): Promise<void> {
  const { act } = prepared.decision
  await platform.db.withOrg(orgId, async (tx) => {
    if (await reportedMeanwhile(tx, prepared.message.id)) return
    if (act === 'done') return endSent(platform, tx, prepared, { status: 'sent', externalId: null })
    return endUnsent(platform, tx, prepared, act === 'held' ? { status: 'held', detail: unknownText } : { status: 'failed', detail: '' })
  })
}

type Ending = Pick<Prepared, 'message' | 'delivery'>
type Settled = PayloadOf<typeof messageSettled>

/** No further attempts; waiting workflows are notified. */
async function endUnsent(
  platform: Platform,
  tx: OrgTx,
  { message, delivery }: Ending,
  end: { status: 'failed' | 'held'; detail: Text },
  status: Settled['status'] = end.status,
): Promise<void> {
  await setUnsent(tx, message.id, end)
  const { conversation_id: conversationId, sender_user: senderUser, subject } = message
  await emitUndelivered(platform, tx, { id: message.id, conversationId, senderUser, subject }, englishOf(end.detail))
  await emitDeliveryEnd(platform, tx, { message, delivery }, { status, detail: englishOf(end.detail), detailKey: keyOf(end.detail) })
}

/** The message was sent; waiting workflows are notified. */
export async function endSent(
  platform: Platform,
  tx: OrgTx,
  ending: Ending,
  end: { status: 'sent' | 'delivered'; externalId: string | null },
): Promise<void> {
  await setSent(tx, ending.message.id, end)
  await emitDeliveryEnd(platform, tx, ending, { status: end.status, detail: '' })
}

async function emitDeliveryEnd(
  platform: Platform,
  tx: OrgTx,
  { message, delivery }: Ending,
  end: Omit<Settled, 'messageId'>,
): Promise<void> {
  if (delivery.system?.tellsEnd) await emitEnd(platform, tx, message.id, end)
}

const emitEnd = (
  { events }: Platform,
  tx: OrgTx,
  messageId: string,
  { status, detail, detailKey }: Omit<Settled, 'messageId'>,
): Promise<void> => events.emit(tx, messageSettled, { messageId, status, detail: detail.slice(0, 500), detailKey })

const isReported = ({ status }: { status: string }): boolean => status === 'delivered' || status === 'bounced'

/** The message, locked from here on, if a report changed it while the provider call was in flight; null if none did. */
async function reportedMeanwhile(tx: OrgTx, messageId: string): Promise<OutgoingRow | null> {
  const message = await lockOutgoing(tx, messageId)
  return message && isReported(message) ? message : null
}

type EndOfReport = { id: string; channel: string | null; status: string; detail: string; tellsEnd: boolean }

const reportText = ({ status, detail }: Pick<EndOfReport, 'status' | 'detail'>): string => `Reported as ${status}. ${detail}`.trim()

async function countReported(platform: Platform, tx: OrgTx, { id, channel, status, detail, tellsEnd }: EndOfReport): Promise<void> {
  if (tellsEnd) await emitEnd(platform, tx, id, { status: status === 'delivered' ? 'delivered' : 'failed', detail })
  await meterMessages(tx, channel, 1)
}

/**
 * A report arrived before or instead of the provider's response, and settles the message.
 * The caller holds the row lock and has set the status.
 */
export async function endReported(platform: Platform, tx: OrgTx, end: EndOfReport): Promise<void> {
  await settleHidden(tx, sourceOf(end.id), reportText(end))
  await countReported(platform, tx, end)
}

/**
 * Earlier versions stored the report of such a message without settling it; the ledger row is still open. They did not store whether a
 * workflow waits, so the end is always published.
 */
async function finishReported(platform: Platform, tx: OrgTx, message: OutgoingRow): Promise<void> {
  if (await settleHidden(tx, sourceOf(message.id), reportText(message))) await countReported(platform, tx, { ...message, tellsEnd: true })
}

/**
 * The provider's response for a message that a report has already settled: its new facts are stored; nothing is counted, published
 * or retried.
 */
async function noteResponse(platform: Platform, tx: OrgTx, prepared: Prepared, outcome: DeliveryOutcome, reported: OutgoingRow) {
  if (outcome.kind === 'accepted') {
    await setSent(tx, reported.id, { status: 'sent', externalId: nameOf(prepared, outcome) })
    await reportHealth(platform, tx, prepared.account.id, { ok: true })
  }
  // A delivered message was not refused, whatever the response was.
  if (outcome.kind === 'refused' && reported.status === 'bounced') await noteRefusal(platform, tx, reported, outcome)
}

/** The name that reports and replies use for it. */
const nameOf = ({ outgoing: { content, identity } }: Prepared, { providerId }: Extract<DeliveryOutcome, { kind: 'accepted' }>): string =>
  providerId ?? (content.channel === 'email' ? content.messageId : identity)

const textOfOutcome = (outcome: Exclude<DeliveryOutcome, { kind: 'accepted' }>): Text =>
  outcome.kind === 'unreachable' ? (outcome.text ?? outcome.response) : outcome.response

async function settle(platform: Platform, tx: OrgTx, prepared: Prepared, outcome: DeliveryOutcome, job: DeliverJob): Promise<void> {
  const { account, message } = prepared
  const { attempt = 1, firstAttempt = 1 } = job
  const [source, step] = [sourceOf(message.id), stepOf(attempt)]
  const reported = await reportedMeanwhile(tx, message.id)
  if (reported) return noteResponse(platform, tx, prepared, outcome, reported)
  if (outcome.kind === 'accepted') {
    await settleEffect(tx, source, step, 'done', { response: outcome.response })
    await endSent(platform, tx, prepared, { status: outcome.delivered ? 'delivered' : 'sent', externalId: nameOf(prepared, outcome) })
    await meterMessages(tx, message.channel, 1)
    await reportHealth(platform, tx, account.id, { ok: true })
    return
  }
  if (outcome.kind === 'refused') {
    await settleEffect(tx, source, step, 'failed', outcome.response)
    await noteRefusal(platform, tx, message, outcome)
    return endUnsent(platform, tx, prepared, { status: 'failed', detail: outcome.response })
  }
  if (outcome.kind === 'unknown' && account.unknownPolicy === 'hold') {
    await settleEffect(tx, source, step, 'unknown', outcome.response)
    return endUnsent(platform, tx, prepared, { status: 'held', detail: unknownText })
  }
  if (outcome.kind === 'unreachable') await reportHealth(platform, tx, account.id, { ok: false, reason: textOfOutcome(outcome) })
  const waitMs = retryAfterMs[attempt - firstAttempt]
  await settleEffect(tx, source, step, outcome.kind === 'unknown' ? 'unknown' : 'failed', outcome.response)
  if (waitMs === undefined) return endUnsent(platform, tx, prepared, { status: 'failed', detail: textOfOutcome(outcome) })
  const startAfter = new Date(Date.now() + Math.max(waitMs, outcome.kind === 'put-off' ? (outcome.retryAfterMs ?? 0) : 0))
  await setUnsent(tx, message.id, { status: 'queued', detail: textOfOutcome(outcome) })
  await platform.jobs.send<DeliverJob>(tx, deliverJob, { ...job, attempt: attempt + 1 }, { startAfter })
}
