import type { Text } from '@imperium/contract/kit/message.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { hasChanged } from './documented/mcp-tools.ts'
import { StoredDocument } from './documented/stored-document.ts'
import type { OpenConnection } from './kit/open-connection.ts'
import { testConnection } from './kit/run-action.ts'
import type { Tested } from './kit/run-action.ts'
import { ServiceError } from './kit/service-error.ts'
import { faultColumns, findConnection, listExpiring, noFault, takeDueTests, writeConnection } from './store.ts'
import type { ConnectionRow } from './store.ts'
import { openConnection, outsideOf } from './use-connection.ts'

export type TestOutcome = ({ ok: true } & Tested) | { ok: false; error: Text; isRefused: boolean }

export const dayMs = 86_400_000
export const changedTools = 'The server changed its tools. Accept the changes to go on.'
const atOnce = 20
const timeoutMs = 30_000
/** Extra time for work that ignores its signal. */
const graceMs = 5_000
const refreshAheadMs = 10 * 60_000

/** Tests credentials that are not stored yet. */
export async function tryCredentials(platform: Platform, connection: OpenConnection, signal: AbortSignal): Promise<TestOutcome> {
  try {
    return { ok: true, ...(await testConnection(outsideOf(platform), connection, signal)) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { ok: false, error: error.text, isRefused: !error.isRetryable }
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
    if (!(error instanceof ServiceError)) throw error
    return { ok: false, error: error.text, isRefused: !error.isRetryable }
  }
}

/** An MCP server whose tools changed fails its test until a person accepts the changes. */
function compareOffer(row: ConnectionRow, outcome: TestOutcome & { ok: true }): TestOutcome {
  const { offer } = outcome
  if (!offer || !hasChanged(StoredDocument.parse(row.document).tools, StoredDocument.parse(offer).tools)) return outcome
  return {
    ok: false,
    isRefused: true,
    error: changedTools,
  }
}

/** A connection does not fail because the service or the network is down. */
export async function keepTest(platform: Platform, orgId: string, id: string, outcome: TestOutcome): Promise<void> {
  const now = platform.clock.now()
  const tested = { tested_at: now, test_due_at: new Date(now.getTime() + dayMs) }
  const change = outcome.ok
    ? { status: 'connected', ...noFault, account: outcome.account, last_sync_at: now }
    : outcome.isRefused
      ? { status: 'failing', ...faultColumns(outcome.error) }
      : faultColumns(outcome.error)
  await platform.db.withOrg(orgId, (tx) => writeConnection(tx, id, { ...tested, ...change }))
}

/** A connection that hangs must not block the others. @throws after the time */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`the test of a connection did not end within ${ms} ms`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Runs the daily tests that are due, and refreshes tokens that expire soon. */
export async function testDueConnections(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  const due = await db.withSystem((tx) => takeDueTests(tx, now, new Date(now.getTime() + dayMs), atOnce))
  const expiring = await db.withSystem((tx) => listExpiring(tx, new Date(now.getTime() + refreshAheadMs), atOnce))
  const ids = new Set(due.map(({ id }) => id))
  const work = [...due, ...expiring.filter(({ id }) => !ids.has(id))]
  await Promise.all(
    work.map(async ({ orgId, id }) => {
      try {
        const outcome = await within(tryConnection(platform, orgId, id, AbortSignal.timeout(timeoutMs)), timeoutMs + graceMs)
        if (ids.has(id)) await keepTest(platform, orgId, id, outcome)
      } catch (error) {
        log.warn({ err: error, orgId, connectionId: id }, 'a connection could not be tested')
      }
    }),
  )
}
