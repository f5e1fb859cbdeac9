import { sql } from 'kysely'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import { LeaseLostError } from '../../../platform/leases/lease-table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { retryWaitMs } from '../../../platform/signed-http/retry-schedule.ts'
import { isSuspended } from '../../organizations/index.ts'
import { connectors } from '../connectors/index.ts'
import { InputError } from '../kit/read-input.ts'
import { readPoll } from '../kit/read-poll.ts'
import { ServiceError } from '../kit/service-error.ts'
import { faultColumns, findConnection } from '../store.ts'
import { graceMs, within } from '../test-connection.ts'
import { keepRefusal, outsideOf, withConnection } from '../use-connection.ts'
import { startWithNew } from './start-workflows.ts'
import { changeSubscription, endPoll, subscriptionLeases } from './subscriptions-store.ts'
import type { DueSubscription } from './subscriptions-store.ts'
import { findTrigger } from './subscribe.ts'

/** Polls of this process at a time, and of one organization. */
const slots = 20
const perOrganization = 5
const usualSeconds = 300
/** After a failure that could not be written with the trigger. */
const failedMs = 60_000
const timeoutMs = 60_000
const retryMs = [60_000, 300_000, 900_000, 3_600_000]

/** Asks the services of the triggers that are due. A crash leaves them due again; an item starts a workflow once. */
export function startPolling(platform: Platform): { stop: (graceMs: number) => Promise<void> } {
  const runner = new LeaseRunner({
    platform,
    table: subscriptionLeases,
    slots,
    perOrganization,
    byClock: true,
    retryMs: failedMs,
    run: (item, handle) => pollOne(platform, item, handle),
  })
  runner.begin()
  return { stop: (graceMs) => runner.stop(graceMs) }
}

async function pollOne(platform: Platform, subscription: DueSubscription, handle: LeaseHandle): Promise<void | number> {
  const { orgId, row } = subscription
  const { workflow_id: workflowId } = subscription.key
  const { db, log } = platform
  try {
    if (!(await askOnce(platform, subscription, handle.signal))) return 0
  } catch (error) {
    if (error instanceof LeaseLostError) throw error
    if (handle.signal.aborted) return 0
    const isExpected = error instanceof ServiceError || error instanceof InputError
    if (!isExpected) log.error({ err: error, orgId, workflowId }, 'a trigger could not be polled')
    const failures = row.failures + 1
    const fault = faultColumns(isExpected ? error.text : 'The trigger could not be read')
    const retryAfterMs = error instanceof ServiceError ? error.retryAfterMs : null
    const { due, set } = failed(platform.clock.now(), failures, fault, retryAfterMs)
    await db.withOrg(orgId, (tx) => endPoll(tx, subscription, due, set))
  }
}

/** How a poll is left that failed so many times in a row. */
function failed(now: Date, failures: number, { error, error_key: key }: ReturnType<typeof faultColumns>, retryAfterMs: number | null) {
  const due = new Date(now.getTime() + retryWaitMs(retryMs, failures, { retryAfterMs }))
  return { due, set: sql`failures = ${failures}, error = ${error}, error_key = ${key}` }
}

/** False where the organization came to rest meanwhile: nothing is written, so that what was read is read again later and starts workflows then. */
async function askOnce(platform: Platform, subscription: DueSubscription, stopped: AbortSignal): Promise<boolean> {
  const { orgId, row: given } = subscription
  const { workflow_id: workflowId } = subscription.key
  const { db, clock } = platform
  const row = await db.withOrg(orgId, (tx) => findConnection(tx, given.connection_id))
  const trigger = row && findTrigger(row.connector, given.trigger)
  if (!row || trigger?.kind !== 'poll') throw new ServiceError('This trigger does not exist any more')
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
  const ask = { input: given.input, cursor: given.cursor, signal }
  const reading = withConnection(platform, orgId, row, signal, (connection) => readPoll(outsideOf(platform), connection, trigger, ask))
  const read = await within(reading, timeoutMs + graceMs)
  const { failure } = read
  if (failure) await keepRefusal(platform, orgId, row, failure)
  return db.withOrg(orgId, async (tx) => {
    if (await isSuspended(tx)) return false
    const now = clock.now()
    const usual = new Date(now.getTime() + (read.isMore ? 0 : (trigger.everySeconds ?? usualSeconds) * 1_000))
    // One that leads on all the same does not wait longer each time.
    const { due, set } = failure
      ? failed(now, read.items.length > 0 ? 1 : given.failures + 1, faultColumns(failure.text), failure.retryAfterMs)
      : { due: usual, set: given.failures === 0 ? sql`failures = 0` : sql`failures = 0, error = null, error_key = null` }
    const isPrimed = given.is_primed || !read.isMore
    // Fails where it was published anew, or leased by another process meanwhile: its own turn comes.
    await endPoll(tx, subscription, due, sql`${set}, is_primed = ${isPrimed}, polled_at = ${now}, cursor = ${read.cursor}`)
    const startedBy = `${connectors.get(row.connector)?.name ?? row.connector}: ${trigger.title}`
    const isPriming = !given.is_primed
    // A refusal to start stays in sight until other items come; a failed reading stands before it.
    const { seen, ...refusal } = await startWithNew(
      platform,
      tx,
      { ...given, workflow_id: workflowId },
      { items: read.items, startedBy, isPriming },
    )
    if (seen) await changeSubscription(tx, workflowId, failure ? { seen } : { seen, ...refusal })
    return true
  })
}
