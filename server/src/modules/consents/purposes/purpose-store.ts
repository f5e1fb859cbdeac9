import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

export const defaultPurpose = { key: 'marketing', name: 'Marketing', description: '' }

export interface PurposeRow {
  key: string
  name: string
  description: string
  archivedAt: Date | null
}

/** The first purpose of a new organization; made again by nothing where it exists. */
export async function seedPurposes(tx: OrgTx): Promise<void> {
  await tx
    .insertInto('consent_purposes')
    .values({ org_id: tx.orgId, ...defaultPurpose })
    .onConflict((on) => on.columns(['org_id', 'key']).doNothing())
    .execute()
}

const readRows = async (tx: OrgTx): Promise<PurposeRow[]> =>
  (await tx.selectFrom('consent_purposes').selectAll().orderBy('created_at').orderBy('key').limit(200).execute()).map((row) => ({
    key: row.key,
    name: row.name,
    description: row.description,
    archivedAt: row.archived_at,
  }))

/** What the organization writes for, the archived too, oldest first. One that has none yet (it is older than this table) gets its first. */
export async function listPurposes(tx: OrgTx): Promise<PurposeRow[]> {
  const rows = await readRows(tx)
  if (rows.length > 0) return rows
  await seedPurposes(tx)
  return readRows(tx)
}

/** One change at a time per organization, so that parallel ones cannot archive the last two together. */
export async function lockPurposes(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`purposes:${tx.orgId}`}, 0))`.execute(tx)
}

/** For who comes to depend on a purpose in this transaction: until its end none is archived. */
export async function lockPurposesShared(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`purposes:${tx.orgId}`}, 0))`.execute(tx)
}

export async function insertPurpose(
  tx: OrgTx,
  { key, name, description }: { key: string; name: string; description: string },
): Promise<void> {
  await tx.insertInto('consent_purposes').values({ org_id: tx.orgId, key, name, description }).execute()
}

export async function setPurpose(
  tx: OrgTx,
  key: string,
  { name, description, archivedAt }: { name: string; description: string; archivedAt: Date | null },
): Promise<void> {
  await tx.updateTable('consent_purposes').set({ name, description, archived_at: archivedAt }).where('key', '=', key).execute()
}

/** Names of those of the purposes that exist, by key. */
export async function purposeNames(tx: OrgTx, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('consent_purposes').select(['key', 'name']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, name }) => [key, name]))
}
