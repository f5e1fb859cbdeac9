import type { Channel } from '@imperium/contract/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { DeliveryOutcome, OutgoingContent, OutgoingMessage, Transport } from '../../platform/delivery/transport.ts'
import { beginEffect, forgetEffects, settleEffect } from '../../platform/effects.ts'
import type { EffectDecision } from '../../platform/effects.ts'
import { AppError } from '../../platform/errors.ts'
import type { EventPayloads } from '../../platform/events.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { makeMessageId } from '../../platform/mail/compose.ts'
import { meter } from '../../platform/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { dkimKeyFor, reportHealth, resolveAccount, resolveSender, returnPathFor, transportFor, usableSender } from '../channels/index.ts'
import type { ChannelAccount } from '../channels/index.ts'
import { isSuppressed } from '../contacts/index.ts'
import { composeSystem, reachNow } from './compose-system.ts'
import type { SystemDelivery } from './compose-system.ts'
import { encodeMessage } from './message-token.ts'
import { findMessage, setMessageStatus } from './store.ts'

export const deliverJob = 'messages.deliver'

export interface DeliverJob {
  orgId: string
  messageId: string
  /** Each try that surely sent nothing is followed by another with a row of its own in the ledger; 1 unless given. */
  attempt?: number
  /** What STOP or HELP is answered goes out even to a number that is suppressed since. */
  answersKeyword?: boolean
  /** Not written by a member: what else is known of it. */
  system?: SystemDelivery
}

type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>

interface Prepared {
  account: ChannelAccount
  message: Message
  outgoing: OutgoingMessage
  decision: EffectDecision
}

const sourceOf = (messageId: string): string => `message:${messageId}`
/** Of what was sent to people who are erased, only that it was sent stays in the ledger. */
export const forgetDeliveries = (tx: OrgTx, messageIds: readonly string[]): Promise<void> => forgetEffects(tx, messageIds.map(sourceOf))

const stepOf = (attempt: number): string => `send-${attempt}`
const retryAfterMs = [30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000]

/** Sends what a member wrote to a contact: through the effect ledger, again under the same identity, or held, as the account says. */
export const deliverMessageJob = (platform: Platform): JobDefinition => ({
  name: deliverJob,
  lane: 'interactive',
  run: async (data) => {
    const job = data as DeliverJob
    const { orgId } = job
    const prepared = await platform.db.withOrg(orgId, (tx) => prepare(platform, tx, job))
    if (!prepared) return
    const { account, decision } = prepared
    if (decision.act !== 'go') return settleEarlier(platform, job, decision)
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

/** Everything that is known before the message leaves, committed with the ledger's row. Null where there is nothing to do any more. */
async function prepare(platform: Platform, tx: OrgTx, job: DeliverJob): Promise<Prepared | null> {
  const { messageId, attempt = 1, answersKeyword = false, system } = job
  const message = await findMessage(tx, messageId)
  if (!message || (message.status !== 'queued' && message.status !== 'sending')) return null
  const fail = async (detail: string) => {
    await endMessage(platform, tx, job, { status: 'failed', detail })
    return null
  }
  const skip = async (reason: string) => {
    await endMessage(platform, tx, job, { status: 'failed', detail: reason }, 'skipped')
    return null
  }
  // The table's check holds it to our words; between members nothing is sent.
  const channel = message.channel as Exclude<Channel, 'webhook'>
  if (!answersKeyword && (await isSuppressed(platform, tx, { channel, address: message.address })))
    return fail('The contact asked not to be reached this way.')
  const reach = system ? await reachNow(platform, tx, message, system) : { verdict: 'ok' as const }
  if (reach.verdict === 'skip') return skip(reach.reason)
  if (reach.verdict === 'later') {
    await platform.jobs.send<DeliverJob>(tx, deliverJob, job, { startAfter: reach.until })
    return null
  }
  try {
    const account = await resolveAccount(tx, channel, system?.accountId ?? null)
    const outgoing = {
      identity: `${tx.orgId}/message/${messageId}`,
      to: message.address,
      content: system ? await composeSystem(platform, tx, message, account, system) : await compose(platform, tx, message, account),
    }
    const decision = await beginEffect(tx, {
      source: sourceOf(messageId),
      step: stepOf(attempt),
      kind: channel,
      identity: outgoing.identity,
      policy: account.unknownPolicy,
      request: { to: message.address },
    })
    if (decision.act === 'go') await setMessageStatus(tx, messageId, { status: 'sending' })
    return { account, message, outgoing, decision }
  } catch (error) {
    if (error instanceof AppError) return fail(error.message)
    throw error
  }
}

async function compose(platform: Platform, tx: OrgTx, message: Message, account: ChannelAccount): Promise<OutgoingContent> {
  const { channel } = account
  if (channel === 'sms') return { channel, text: message.body }
  if (channel === 'whatsapp') return { channel, template: null, text: message.body }
  const sender = usableSender(platform, account, await resolveSender(tx, null))
  const fromAddress = sender?.email ?? platform.config.mailFrom
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1)
  const dkim = await dkimKeyFor(platform, tx, domain)
  return {
    channel: 'email',
    fromName: message.sender_name,
    fromAddress,
    ...(sender?.replyTo ? { replyTo: sender.replyTo } : {}),
    subject: message.in_reply_to && !/^re:/i.test(message.subject) ? `Re: ${message.subject}` : message.subject,
    text: message.body,
    messageId: makeMessageId(`${tx.orgId}/message/${message.id}`, domain),
    returnPath: returnPathFor(account, fromAddress, encodeMessage(platform, message.id)),
    ...(isMessageId(message.in_reply_to) ? { headers: { 'In-Reply-To': message.in_reply_to, References: message.in_reply_to } } : {}),
    ...(dkim ? { dkim } : {}),
  }
}

/** What a stranger's mail calls itself goes into a header of ours only where it is what it should be (SEC-32). */
const isMessageId = (id: string | null): id is string => id !== null && /^<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>$/.test(id)

/** What an earlier try left behind: done already, or for a person to decide. */
async function settleEarlier(platform: Platform, job: DeliverJob, decision: EffectDecision): Promise<void> {
  const status = decision.act === 'done' ? 'sent' : decision.act === 'held' ? 'held' : 'failed'
  const detail = status === 'held' ? 'It is not known whether this message was sent.' : ''
  await platform.db.withOrg(job.orgId, (tx) => endMessage(platform, tx, job, { status, detail }))
}

type MessageEnd = { status: 'sent' | 'delivered' | 'failed' | 'held'; detail: string; externalId?: string }

/** Nothing more is tried; who waits for it is told. */
async function endMessage(
  platform: Platform,
  tx: OrgTx,
  { messageId, system }: DeliverJob,
  end: MessageEnd,
  status: EventPayloads['message.settled']['status'] = end.status,
): Promise<void> {
  await setMessageStatus(tx, messageId, end)
  if (system?.tellsEnd) await platform.events.emit(tx, 'message.settled', { messageId, status, detail: end.detail.slice(0, 500) })
}

async function settle(
  platform: Platform,
  tx: OrgTx,
  { account, message, outgoing }: Prepared,
  outcome: DeliveryOutcome,
  job: DeliverJob,
): Promise<void> {
  const { attempt = 1 } = job
  const [source, step] = [sourceOf(message.id), stepOf(attempt)]
  const { content } = outgoing
  if (outcome.kind === 'accepted') {
    await settleEffect(tx, source, step, 'done', { response: outcome.response })
    const externalId = content.channel === 'email' ? content.messageId : (outcome.providerId ?? outgoing.identity)
    await endMessage(platform, tx, job, { status: outcome.delivered ? 'delivered' : 'sent', externalId, detail: '' })
    await meter(tx, content.channel === 'email' ? { mails: 1 } : { messages: 1 })
    await reportHealth(platform, tx, account.id, { ok: true })
    return
  }
  if (outcome.kind === 'refused') {
    await settleEffect(tx, source, step, 'failed', outcome.response)
    return endMessage(platform, tx, job, { status: 'failed', detail: outcome.response })
  }
  if (outcome.kind === 'unknown' && account.unknownPolicy === 'hold') {
    await settleEffect(tx, source, step, 'unknown', outcome.response)
    return endMessage(platform, tx, job, { status: 'held', detail: 'It is not known whether this message was sent.' })
  }
  if (outcome.kind === 'unreachable') await reportHealth(platform, tx, account.id, { ok: false, reason: outcome.response })
  const waitMs = retryAfterMs[attempt - 1]
  await settleEffect(tx, source, step, outcome.kind === 'unknown' ? 'unknown' : 'failed', outcome.response)
  if (waitMs === undefined) {
    return endMessage(platform, tx, job, { status: 'failed', detail: outcome.response })
  }
  const startAfter = new Date(Date.now() + Math.max(waitMs, outcome.kind === 'put-off' ? (outcome.retryAfterMs ?? 0) : 0))
  await setMessageStatus(tx, message.id, { status: 'queued', detail: outcome.response })
  await platform.jobs.send<DeliverJob>(tx, deliverJob, { ...job, attempt: attempt + 1 }, { startAfter })
}
