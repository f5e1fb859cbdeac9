import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { Credential, credentialKinds } from '@imperium/contract/workflows/workflow-credentials.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import type { WorkflowCredentials } from '../../../platform/db/types.gen.ts'
import { definitionsInUse, nameInUse } from '../definitions/definitions-in-use.ts'

const selectCredentials = (tx: OrgTx) =>
  tx
    .selectFrom('workflow_credentials')
    .select(['id', 'name', 'kind', 'field', 'preview', 'hosts', 'secret', 'created_by', 'created_at', 'last_used_at'])

export type CredentialRow = Awaited<ReturnType<ReturnType<typeof selectCredentials>['executeTakeFirstOrThrow']>>

export const listCredentials = (tx: OrgTx, limit: number, after: string | null): Promise<CredentialRow[]> =>
  selectCredentials(tx)
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findCredential = (tx: OrgTx, id: string): Promise<CredentialRow | undefined> =>
  selectCredentials(tx).where('id', '=', id).executeTakeFirst()

export const lockCredential = (tx: OrgTx, id: string): Promise<CredentialRow | undefined> =>
  selectCredentials(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** False when another credential has the name. */
export async function insertCredential(tx: OrgTx, values: Omit<Insertable<WorkflowCredentials>, 'org_id'>): Promise<boolean> {
  const row = await tx
    .insertInto('workflow_credentials')
    .values({ ...values, org_id: tx.orgId })
    .onConflict((on) => on.expression(sql`org_id, lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function isNameTaken(tx: OrgTx, name: string, except: string): Promise<boolean> {
  const query = tx
    .selectFrom('workflow_credentials')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('id', '<>', except)
  return (await query.executeTakeFirst()) !== undefined
}

export async function updateCredentialRow(tx: OrgTx, id: string, values: Updateable<WorkflowCredentials>): Promise<void> {
  await tx
    .updateTable('workflow_credentials')
    .set({ ...values, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export async function deleteCredential(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('workflow_credentials').where('id', '=', id).execute()
}

/** Seen as used at most once an hour: many runs of one workflow must not wait for one row. */
export async function markUsed(tx: OrgTx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('workflow_credentials')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', new Date(now.getTime() - 3_600_000))]))
    .execute()
}

export interface CredentialUser {
  id: string
  name: string
  /** A run uses it, or may start. */
  isPublished: boolean
}

/** Workflows that name one of the credentials in their draft, published version or an open run, grouped by credential. */
export async function usersOf(tx: OrgTx, ids: readonly string[]): Promise<Map<string, CredentialUser[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CredentialUser & { credential: string }>`
    select c.id as credential, w.id, ${nameInUse} as name, bool_or(d.runs) as "isPublished"
    from ${definitionsInUse}
    join unnest(${[...ids]}::text[]) c(id) on s -> 'config' ->> 'credential' = c.id
    where w.deleted_at is null group by c.id, w.id, w.name order by w.name`.execute(tx)
  return Map.groupBy(rows, ({ credential }) => credential)
}

export const kindOf = (row: Pick<CredentialRow, 'kind'>): (typeof credentialKinds)[number] =>
  // The table's check constraint allows only the values of the contract.
  row.kind as Credential['kind']

export const listSealed = (tx: SystemTx) => tx.selectFrom('workflow_credentials').select(['org_id', 'id', 'secret']).execute()

export async function replaceSeal(tx: SystemTx, { orgId, id }: { orgId: string; id: string }, secret: string): Promise<void> {
  await tx.updateTable('workflow_credentials').set({ secret }).where('org_id', '=', orgId).where('id', '=', id).execute()
}

export const listSealedTriggers = (tx: SystemTx) =>
  tx.selectFrom('workflow_triggers').select(['org_id', 'workflow_id', 'secret']).where('secret', 'is not', null).execute()

export async function replaceTriggerSeal(tx: SystemTx, { orgId, id }: { orgId: string; id: string }, secret: string): Promise<void> {
  await tx.updateTable('workflow_triggers').set({ secret }).where('org_id', '=', orgId).where('workflow_id', '=', id).execute()
}
