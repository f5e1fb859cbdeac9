import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { LeaseHandle } from '../../platform/leases/lease-handle.ts'
import { LeaseRunner } from '../../platform/leases/lease-runner.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { hasChanged } from './documented/compare-tools.ts'
import { StoredDocument } from './documented/stored-document.ts'
import type { OpenConnection } from './kit/open-connection.ts'
import { testConnection } from './kit/run-action.ts'
import type { Tested } from './kit/run-action.ts'
import { ServiceError } from './kit/service-error.ts'
import { dayMs, markFailing, nextTestAt } from './mark-failing.ts'
import { remindOfEnd } from './oauth/remind-of-end.ts'
import { connectionLeases, endTest, faultColumns, findConnection, lockConnection, works, writeConnection } from './store.ts'
import type { ConnectionRow, DueConnection } from './store.ts'
import { openConnection, outsideOf } from './use-connection.ts'

/** `status`: HTTP, 0 where there is none. */
export type TestOutcome = ({ ok: true } & Tested) | { ok: false; error: Text; isRefused: boolean; status: number }

export const changedTools = 'The server changed its tools. Review them to go on.'
/** Tests of this process at a time, and of one organization. */
const slots = 20
const perOrganization = 5
const timeoutMs = 30_000
/** Extra time for work that ignores its signal. */
export const graceMs = 5_000
const retryMs = 60_000

/** @throws what is no error of the service */
function failureOf(error: unknown): TestOutcome {
  if (!(error instanceof ServiceError)) throw error
  return { ok: false, error: error.text, isRefused: !error.isRetryable, status: error.status }
}

/** Tests credentials that are not stored yet. */
export async function tryCredentials(platform: Platform, connection: OpenConnection, signal: AbortSignal): Promise<TestOutcome> {
  try {
    return { ok: true, ...(await testConnection(outsideOf(platform), connection, signal)) }
  } catch (error) {
    return failureOf(error)
  }
}

/** Tests a stored connection. @throws 404 */
export async function tryConnection(platform: Platform, orgId: string, id: string, signal: AbortSignal): Promise<TestOutcome> {
  const row = found(await platform.db.withOrg(orgId, (tx) => findConnection(tx, id)))
  try {
    const connection = await openConnection(platform, orgId, row, signal)
    const outcome = await tryCredentials(platform, connection, signal)
    return outcome.ok ? compareOffer(row, outcome) : outcome
  } catch (error) {
    return failureOf(error)
  }
}

/** An MCP server whose tools changed fails its test until a person accepts the changes. */
function compareOffer(row: ConnectionRow, outcome: TestOutcome & { ok: true }): TestOutcome {
  const { offer } = outcome
  if (!offer || !hasChanged(StoredDocument.parse(row.document).tools, StoredDocument.parse(offer).tools)) return outcome
  return {
    ok: false,
    isRefused: true,
    status: 0,
    error: changedTools,
  }
}

/** Keeps what a member's test has shown. */
export const keepTest = (platform: Platform, orgId: string, id: string, outcome: TestOutcome): Promise<void> =>
  platform.db.withOrg(orgId, (tx) => writeTest(platform, tx, { id, outcome, isSeen: true }))

/** A connection does not fail because the service or the network is down. Null: it could not be tested at all. */
async function writeTest(
  platform: Platform,
  tx: OrgTx,
  { id, outcome, isSeen = false }: { id: string; outcome: TestOutcome | null; isSeen?: boolean },
): Promise<void> {
  const now = platform.clock.now()
  const row = await lockConnection(tx, id)
  if (!row) return
  // Nothing to test before its sign-in; what was tested had credentials of before.
  if (row.status === 'waiting') return writeConnection(tx, id, { test_due_at: null })
  const due = row.status === 'failing' ? nextTestAt(row, now) : new Date(now.getTime() + dayMs)
  if (!outcome) return writeConnection(tx, id, { test_due_at: due })
  if (outcome.ok) {
    const change = { ...works, account: outcome.account, last_sync_at: now, test_due_at: new Date(now.getTime() + dayMs) }
    return writeConnection(tx, id, { ...change, tested_at: now })
  }
  if (!outcome.isRefused) return writeConnection(tx, id, { tested_at: now, test_due_at: due, ...faultColumns(outcome.error) })
  await writeConnection(tx, id, { tested_at: now, test_due_at: due })
  await markFailing(platform, tx, id, { text: outcome.error, isSeen })
}

/** A connection that hangs must not block the others. @throws after the time */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`the work of a connection did not end within ${ms} ms`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** The daily tests that are due, and the tokens that end soon: each connection by itself, so that none stops the others. */
export function startConnectionTests(platform: Platform): { stop: (graceMs: number) => Promise<void> } {
  const runner = new LeaseRunner({
    platform,
    table: connectionLeases,
    slots,
    perOrganization,
    byClock: true,
    retryMs,
    run: (item, handle) => testDue(platform, item, handle),
  })
  runner.begin()
  return { stop: (graceMs) => runner.stop(graceMs) }
}

async function testDue(platform: Platform, item: DueConnection, { signal: stopped }: LeaseHandle): Promise<void | number> {
  const { orgId, key, row } = item
  const { db, clock, log } = platform
  const isTest = row.test_due_at !== null && row.test_due_at <= clock.now()
  if (!isTest && (await remindOfEnd(platform, item))) return
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
  const outcome = await within(tryConnection(platform, orgId, key.id, signal), timeoutMs + graceMs).catch((error: unknown) => {
    log.warn({ err: error, orgId, connectionId: key.id }, 'a connection could not be tested')
    return null
  })
  if (stopped.aborted) return 0
  const now = clock.now()
  await db.withOrg(orgId, async (tx) => {
    if (isTest) await writeTest(platform, tx, { id: key.id, outcome })
    await endTest(tx, item, new Date(now.getTime() + retryMs))
  })
}
