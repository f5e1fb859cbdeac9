import type { ReplayBody, WebhookDelivery } from '@imperium/contract/webhooks.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import { lowestId, newId, zeroId } from '../../../platform/ids.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { findWebhook } from '../store.ts'
import { webhookChanged } from '../webhook-signals.ts'
import { countInRange, findDelivery, requeueDelivery, requeueRange, toDelivery } from './deliveries-store.ts'
import type { Range } from './deliveries-store.ts'
import { wakeQueue } from './queue-store.ts'
import { beginReplay, lockReplay, moveReplay } from './replay-store.ts'

const atOnce = 1_000
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const replayJobName = 'webhooks.replay'

/** One piece; `range.from` is where it begins. */
export interface ReplayJob {
  orgId: string
  webhookId: string
  replayId: string
  range: Range
}

/** @throws 404; 409 while it is due or under way, and for a disabled webhook. */
export async function retryDelivery({ tx, audit }: OrgContext, id: string, deliveryId: string): Promise<WebhookDelivery> {
  const { name } = await findEnabled(tx, id)
  found(await findDelivery(tx, id, deliveryId))
  if (!(await requeueDelivery(tx, id, deliveryId))) throw conflict('This delivery is being sent already.')
  await begin(tx, id)
  audit({ targetName: name, after: { deliveryId } })
  return toDelivery(found(await findDelivery(tx, id, deliveryId)))
}

/** Queues what is to be delivered again, in pieces. @throws 404; 409 for a disabled webhook and while a replay runs; 422 for an empty range. */
export async function replayDeliveries(
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  { tx, audit }: OrgContext,
  id: string,
  { from, until, status }: ReplayBody,
): Promise<{ deliveries: number }> {
  const { name } = await findEnabled(tx, id)
  const [start, end] = [Date.parse(from), until === undefined ? clock.now().getTime() + 1 : Date.parse(until)]
  if (end <= start) throw invalid([{ path: 'until', message: 'Must be later than the start' }])
  const range = { from: lowestId(start), until: lowestId(end), onlyFailed: status === 'failed' }
  const deliveries = await queueReplay(jobs, tx, id, range)
  audit({ targetName: name, after: { from, until: until ?? null, status, deliveries } })
  return { deliveries }
}

/** Sends at once what waits for its next attempt. @throws 404; 409 for a disabled webhook and while a replay runs. */
export async function sendWaiting(
  { jobs }: Pick<Platform, 'jobs'>,
  { tx, audit }: OrgContext,
  id: string,
): Promise<{ deliveries: number }> {
  const { name } = await findEnabled(tx, id)
  const deliveries = await queueReplay(jobs, tx, id, { from: zeroId, until: highestId, onlyFailed: false, onlyWaiting: true })
  // Where the circuit breaker pauses the endpoint, a member who acts ends the pause.
  await begin(tx, id)
  audit({ targetName: name, after: { deliveries } })
  return { deliveries }
}

/** How many there are; they are queued again in pieces. @throws 409 while a replay runs. */
async function queueReplay(jobs: Platform['jobs'], tx: OrgTx, id: string, range: Range): Promise<number> {
  const deliveries = await countInRange(tx, id, range)
  if (deliveries > 0) {
    const replayId = newId()
    if (!(await beginReplay(tx, id, { id: replayId, from: range.from })))
      throw conflict('A replay of this webhook is still running. Try again when it has finished.')
    await jobs.send<ReplayJob>(tx, replayJobName, { orgId: tx.orgId, webhookId: id, replayId, range })
  }
  return deliveries
}

/** Does one piece and queues the next in the same transaction: a crash repeats none. */
export const replayJob = ({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): JobDefinition<ReplayJob> => ({
  name: replayJobName,
  lane: 'bulk',
  run: ({ orgId, webhookId, replayId, range }) =>
    db.withOrg(orgId, async (tx) => {
      if (!(await lockReplay(tx, webhookId, { id: replayId, from: range.from }))) return
      const isEnabled = (await findWebhook(tx, webhookId))?.is_enabled ?? false
      const last = isEnabled ? await requeueRange(tx, webhookId, range, atOnce) : null
      const next = last === null ? null : afterId(last)
      await moveReplay(tx, webhookId, next)
      if (next !== null) await jobs.send<ReplayJob>(tx, replayJobName, { orgId, webhookId, replayId, range: { ...range, from: next } })
      if (isEnabled) await begin(tx, webhookId)
    }),
})

/** The id just above. */
const afterId = (id: string): string => {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function findEnabled(tx: OrgTx, id: string) {
  const row = found(await findWebhook(tx, id))
  if (!row.is_enabled) throw conflict('This webhook is disabled. Enable it first.')
  return row
}

async function begin(tx: OrgTx, webhookId: string): Promise<void> {
  await wakeQueue(tx, webhookId)
  await signal(tx, webhookChanged({ orgId: tx.orgId, webhookId }))
}
