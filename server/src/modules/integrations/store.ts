import { sql } from 'kysely'
import { englishOf, storedKey, storedText } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { Insertable, Updateable } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { findNamed } from '../../platform/db/find-named.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import type { IntegrationConnections } from '../../platform/db/types.gen.ts'
import { writeLeased } from '../../platform/leases/lease-store.ts'
import type { Claimed } from '../../platform/leases/lease-store.ts'
import type { Lease, LeaseTable } from '../../platform/leases/lease-table.ts'

const refreshAheadMs = 10 * 60_000

const columns = [
  ...(['id', 'connector', 'name', 'auth', 'fields', 'secrets', 'key_preview', 'document', 'roles', 'is_for_automation', 'status'] as const),
  ...(['account', 'error', 'error_key', 'connected_at', 'last_sync_at', 'tested_at', 'expires_at', 'paused_until', 'hook_token'] as const),
  ...(['state_user', 'created_by', 'created_at', 'updated_at'] as const),
  ...(['failing_since', 'failure_noticed_at', 'is_renewable', 'reconnect_noticed_for', 'test_due_at'] as const),
] as const

/** Why a connection or a trigger fails: English, and how to word it in another language. */
export const faultColumns = (text: Text) => ({ error: englishOf(text).slice(0, 500), error_key: storedKey(text) })
export const noFault = { error: null, error_key: null } as const
/** Of a connection. */
export const works = { status: 'connected', ...noFault, failing_since: null } as const
export const faultOf = ({ error, error_key: key }: { error: string | null; error_key: unknown }): Text | null =>
  error === null ? null : storedText(error, key)

const selectConnections = (tx: OrgTx) => tx.selectFrom('integration_connections').select(columns)
export type ConnectionRow = Awaited<ReturnType<ReturnType<typeof selectConnections>['executeTakeFirstOrThrow']>>

/** Of a document a list tells only what is left out: a large one has a megabyte. */
const leftOutAlone = sql<ConnectionRow['document']>`jsonb_build_object('leftOut', document -> 'leftOut')`

export const listConnections = (tx: OrgTx, q: string | undefined, limit: number): Promise<ConnectionRow[]> =>
  tx
    .selectFrom('integration_connections')
    .select([...columns.filter((column) => column !== 'document'), leftOutAlone.as('document')])
    .$if(Boolean(q), (query) => query.where('name', 'ilike', likePattern(q ?? '')))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findConnection = (tx: OrgTx, id: string) => selectConnections(tx).where('id', '=', id).executeTakeFirst()
/** Connections of these services that a person has completed, the oldest first. */
export const connectionsOf = (tx: OrgTx, services: readonly string[]): Promise<ConnectionRow[]> =>
  services.length === 0
    ? Promise.resolve([])
    : selectConnections(tx).where('connector', 'in', services).where('status', '<>', 'waiting').orderBy('id').limit(50).execute()

export const lockConnection = (tx: OrgTx, id: string) => selectConnections(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export async function countConnections(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('integration_connections')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function isNameTaken(tx: OrgTx, name: string, exceptId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('integration_connections')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

/** Connections that a user created, or whose sign-in at the provider the user began last. */
export const exportConnections = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('integration_connections')
    .select(['org_id as organizationId', 'connector', 'name', 'created_at as createdAt', 'connected_at as connectedAt'])
    .select([sql<boolean>`created_by_user is not distinct from ${userId}`.as('isCreator')])
    .select([sql<boolean>`state_user is not distinct from ${userId}`.as('beganSignIn')])
    .where((eb) => eb.or([eb('created_by_user', '=', userId), eb('state_user', '=', userId)]))
    .orderBy('id')
    .execute()

export const insertConnection = (tx: OrgTx, values: Omit<Insertable<IntegrationConnections>, 'org_id' | 'due_at'>) =>
  tx
    .insertInto('integration_connections')
    .values({ org_id: tx.orgId, ...values, due_at: values.test_due_at ?? null })
    .execute()

export async function writeConnection(tx: OrgTx, id: string, change: Omit<Updateable<IntegrationConnections>, 'due_at'>): Promise<void> {
  await tx.updateTable('integration_connections').set(change).where('id', '=', id).execute()
  if (dueColumns.some((name) => name in change)) await setDue(tx, id, null)
}

/** Of demo data: a connection that has worked for some time, and was used a moment ago. */
export async function backdateConnection(tx: OrgTx, id: string, connectedAt: Date, usedAt: Date): Promise<void> {
  await writeConnection(tx, id, { created_at: connectedAt, connected_at: connectedAt, last_sync_at: usedAt })
}

/** That a person was told when its sign-in ends. */
export async function noteReminder(tx: OrgTx, id: string): Promise<void> {
  await sql`update app.integration_connections set reconnect_noticed_for = expires_at where id = ${id}`.execute(tx)
  await setDue(tx, id, null)
}

const dueColumns = ['test_due_at', 'expires_at', 'status', 'is_renewable', 'reconnect_noticed_for']

/**
 * A connection is due when its test is, and before its access token ends: in time to renew it, or for a person to sign in again, once. Not
 * before `earliest`.
 */
async function setDue(tx: OrgTx, id: string, earliest: Date | null): Promise<void> {
  await sql`
    update app.integration_connections set due_at =
      case when next is not null then greatest(next, ${earliest}::timestamptz) end
    from (select least(test_due_at, case
        when status <> 'connected' then null
        when is_renewable then expires_at - ${refreshAheadMs} * interval '1 millisecond'
        when expires_at is distinct from reconnect_noticed_for then expires_at
          - least(interval '3 days', greatest(interval '0', expires_at - coalesce(connected_at, created_at)) / 4)
      end) as next from app.integration_connections where id = ${id}) d
    where id = ${id}`.execute(tx)
}

export const deleteConnection = (tx: OrgTx, id: string) => tx.deleteFrom('integration_connections').where('id', '=', id).execute()

/** Updates the time of last use at most once a minute, so that parallel runs do not wait for one row. */
export const markUsed = (tx: OrgTx, id: string, now: Date) =>
  tx
    .updateTable('integration_connections')
    .set({ last_sync_at: now, paused_until: null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_sync_at', 'is', null), eb('last_sync_at', '<', new Date(now.getTime() - 60_000))]))
    .execute()

/** True for the one caller that may refresh the tokens now. */
export async function claimRefresh(tx: OrgTx, id: string, now: Date, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('integration_connections')
    .set({ refreshing_until: until })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Place {
  orgId: string
  id: string
}

const key = { id: 'uuid' } as const
export type DueConnection = Claimed<typeof key, { test_due_at: Date | null }>

export const connectionLeases: LeaseTable<typeof key, { test_due_at: Date | null }> = {
  table: 'app.integration_connections',
  key,
  dueAt: 'due_at',
  leaseMs: 20_000,
  open: sql`l.lease_owner is null`,
  row: sql`l.test_due_at`,
}

/** Ends the lease of a connection; it is due again by its times, at the earliest at `earliest`. @throws LeaseLostError */
export async function endTest(tx: OrgTx, lease: Lease<typeof key>, earliest: Date): Promise<void> {
  await writeLeased(tx, connectionLeases, lease, sql`lease_owner = null, lease_until = null`)
  await setDue(tx, lease.key.id, earliest)
}

/** The connection that a call of a service is for. */
export const findByHook = (tx: SystemTx, hash: string): Promise<Place | undefined> =>
  tx.selectFrom('integration_connections').select(['org_id as orgId', 'id']).where('hook_hash', '=', hash).executeTakeFirst()

/** The connection whose sign-in has this state; each state is taken once. */
export async function takeState(tx: SystemTx, hash: string, now: Date): Promise<(Place & { userId: string | null }) | undefined> {
  const { rows } = await sql<Place & { userId: string | null }>`
    update app.integration_connections set state_hash = null
    where state_hash = ${hash} and state_until > ${now} returning org_id as "orgId", id, state_user as "userId"`.execute(tx)
  return rows[0]
}

export const listSealed = (tx: SystemTx) =>
  tx.selectFrom('integration_connections').select(['org_id', 'id', 'secrets']).forUpdate().execute()

export async function replaceSeal(tx: SystemTx, { orgId, id }: Place, secrets: string): Promise<void> {
  await tx.updateTable('integration_connections').set({ secrets }).where('org_id', '=', orgId).where('id', '=', id).execute()
}

export const namedConnections = findNamed(sql`app.integration_connections`)

/** The services that the organization has connected. */
export async function connectedServices(tx: OrgTx): Promise<Set<string>> {
  const rows = await tx.selectFrom('integration_connections').select('connector').distinct().execute()
  return new Set(rows.map(({ connector }) => connector))
}
