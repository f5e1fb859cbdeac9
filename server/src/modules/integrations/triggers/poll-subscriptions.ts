import type { Platform } from '../../../platform/platform.ts'
import { retryWaitMs } from '../../../platform/signed-http/retry-schedule.ts'
import { isSuspended } from '../../organizations/index.ts'
import { connectors } from '../connectors/index.ts'
import { InputError } from '../kit/read-input.ts'
import { readPoll } from '../kit/read-poll.ts'
import { ServiceError } from '../kit/service-error.ts'
import { faultColumns, findConnection, noFault } from '../store.ts'
import { outsideOf, withConnection } from '../use-connection.ts'
import { startWithNew } from './start-workflows.ts'
import { changeSubscription, lockSubscription, takeDueSubscriptions } from './subscriptions-store.ts'
import type { DueSubscription } from './subscriptions-store.ts'
import { findTrigger } from './subscribe.ts'

const atOnce = 20
/** One organization cannot keep the others waiting. */
const ofEach = 5
const usualSeconds = 300
const takenMs = 120_000
const timeoutMs = 60_000
const retryMs = [60_000, 300_000, 900_000, 3_600_000]

/** Asks the services of the triggers that are due. A crash leaves them due again; an item starts a workflow once. */
export async function pollSubscriptions(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.withSystem((tx) =>
    takeDueSubscriptions(tx, now, new Date(now.getTime() + takenMs), { limit: atOnce, ofEach }),
  )
  await Promise.all(due.map((each) => pollOne(platform, each)))
}

async function pollOne(platform: Platform, subscription: DueSubscription): Promise<void> {
  const { orgId, workflow_id: workflowId } = subscription
  const { db, log } = platform
  try {
    await askOnce(platform, subscription)
  } catch (error) {
    const isExpected = error instanceof ServiceError || error instanceof InputError
    if (!isExpected) log.error({ err: error, orgId, workflowId }, 'a trigger could not be polled')
    const failures = subscription.failures + 1
    const waitMs = retryWaitMs(retryMs, failures, { retryAfterMs: error instanceof ServiceError ? error.retryAfterMs : null })
    const due = new Date(platform.clock.now().getTime() + waitMs)
    const fault = faultColumns(isExpected ? error.text : 'The trigger could not be read')
    await db.withOrg(orgId, (tx) => changeSubscription(tx, workflowId, { failures, ...fault, due_at: due }))
  }
}

async function askOnce(platform: Platform, given: DueSubscription): Promise<void> {
  const { orgId, workflow_id: workflowId } = given
  const { db, clock } = platform
  const row = await db.withOrg(orgId, (tx) => findConnection(tx, given.connection_id))
  const trigger = row && findTrigger(row.connector, given.trigger)
  if (!row || trigger?.kind !== 'poll') throw new ServiceError('This trigger does not exist any more')
  const signal = AbortSignal.timeout(timeoutMs)
  const ask = { input: given.input, cursor: given.cursor, signal }
  const read = await withConnection(platform, orgId, row, signal, (connection) => readPoll(outsideOf(platform), connection, trigger, ask))
  await db.withOrg(orgId, async (tx) => {
    const current = await lockSubscription(tx, workflowId)
    // Published anew, or taken by another process meanwhile: its own turn comes.
    if (!current || current.cursor !== given.cursor || current.trigger !== given.trigger) return
    const now = clock.now()
    const startedBy = `${connectors.get(row.connector)?.name ?? row.connector}: ${trigger.title}`
    const isPriming = !current.is_primed || (await isSuspended(tx))
    const seen = await startWithNew(platform, tx, current, { items: read.items, startedBy, isPriming })
    const due = new Date(now.getTime() + (trigger.everySeconds ?? usualSeconds) * 1_000)
    const done = { is_primed: true, failures: 0, ...noFault, polled_at: now }
    await changeSubscription(tx, workflowId, { ...done, seen, cursor: read.cursor, due_at: due })
  })
}
