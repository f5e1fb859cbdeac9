import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { InactiveReason, KeyKind, StoredKeyKind } from '@imperium/contract/api-keys.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'

export interface KeyFields {
  name: string
  scopes: readonly KeyScope[]
  expiresAt: string | null
  allowedAddresses: readonly string[]
  rateLimitPerHour: number | null
}

export interface NewKey extends KeyFields {
  id: string
  kind: StoredKeyKind
  agentId: string | null
  prefix: string
  last4: string
  hash: Buffer
  createdBy: string
  createdByName: string
  /** The sign-in that a playground token ends with. */
  familyId?: string
  /** The connected assistant that an access token belongs to. */
  connectionId?: string
}

/** A range in PostgreSQL's notation, without host bits: 10.1.2.3/8 becomes 10.0.0.0/8. */
const rangesOf = (addresses: readonly string[]): RawBuilder<string[]> =>
  sql<string[]>`coalesce((select array_agg(distinct network(each::inet)) from unnest(${addresses}::text[]) as each), '{}')`

/** Why a key does not work, by the same rules and in the same order as when it is used (platform/key-context.ts). */
const reasonAt = (now: Date) => sql<InactiveReason | null>`case
  when k.revoked_reason is not null then k.revoked_reason
  when k.rotates_until <= ${now} then 'rotated'
  when k.expires_at <= ${now} then 'expired'
  when a.is_enabled is false then 'creator_disabled'
  when a.is_member is not true then 'creator_removed' end`

const selectAllKeys = (tx: OrgTx, now: Date) =>
  tx
    .selectFrom('api_keys as k')
    .leftJoin(
      sql<{ user_id: string; is_member: boolean; is_enabled: boolean }>`(select * from auth.org_access())`.as<'a'>(sql.ref('a')),
      (join) => join.onRef('a.user_id', '=', 'k.created_by'),
    )
    .select(['k.id', 'k.name', 'k.kind', 'k.agent_id', 'k.prefix', 'k.last4', 'k.scopes', 'k.created_by_name', 'k.created_at'])
    .select(['k.updated_at', 'k.expires_at', 'k.rate_limit_per_hour', 'k.usage_count', 'k.last_used_at', 'k.replaced_by'])
    .select('k.rotates_until')
    .select([sql<string[]>`k.allowed_addresses::text[]`.as('allowed_addresses'), reasonAt(now).as('reason')])

/** Kinds of tokens of minutes, which only work and are not managed. */
const tokenKinds = ['playground', 'mcp']

const selectKeys = (tx: OrgTx, now: Date) => selectAllKeys(tx, now).where('k.kind', 'not in', tokenKinds)

export type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['execute']>>[number]

export interface KeyFilter {
  q?: string | undefined
  kind?: KeyKind | undefined
  status?: 'active' | 'inactive' | undefined
  agentId?: string | undefined
}

export const keysMatching = (tx: OrgTx, { q, kind, status, agentId }: KeyFilter, now: Date) =>
  selectKeys(tx, now)
    .$if(q !== undefined && q !== '', (query) => query.where('k.name', 'ilike', likePattern(q ?? '')))
    .$if(kind !== undefined, (query) => query.where('k.kind', '=', kind ?? ''))
    .$if(agentId !== undefined, (query) => query.where('k.agent_id', '=', agentId ?? ''))
    .$if(status !== undefined, (query) => query.where(sql<boolean>`(${reasonAt(now)} is null) = ${status === 'active'}`))

export const findKey = (tx: OrgTx, id: string, now: Date): Promise<KeyRow | undefined> =>
  selectKeys(tx, now).where('k.id', '=', id).executeTakeFirst()

/** A key, holding its row until the transaction ends. */
export async function findKeyForUpdate(tx: OrgTx, id: string, now: Date): Promise<KeyRow | undefined> {
  const held = await tx.selectFrom('api_keys').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return held ? findKey(tx, id, now) : undefined
}

const standing = (tx: OrgTx) =>
  tx.selectFrom('api_keys').where('revoked_at', 'is', null).where('replaced_by', 'is', null).where('kind', 'not in', tokenKinds)

export async function countKeys(tx: OrgTx): Promise<number> {
  const { count } = await standing(tx)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function isNameTaken(tx: OrgTx, name: string, exceptId: string | null): Promise<boolean> {
  const rows = await standing(tx)
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .execute()
  return rows.some((row) => row.id !== exceptId)
}

export async function insertKey(tx: OrgTx, key: NewKey): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      org_id: tx.orgId,
      id: key.id,
      name: key.name,
      kind: key.kind,
      agent_id: key.agentId,
      prefix: key.prefix,
      last4: key.last4,
      key_hash: key.hash,
      scopes: [...key.scopes],
      created_by: key.createdBy,
      created_by_name: key.createdByName,
      expires_at: key.expiresAt,
      allowed_addresses: rangesOf(key.allowedAddresses),
      rate_limit_per_hour: key.rateLimitPerHour,
      family_id: key.familyId ?? null,
      connection_id: key.connectionId ?? null,
    })
    .execute()
}

export async function writeKey(tx: OrgTx, id: string, fields: KeyFields): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({
      name: fields.name,
      scopes: [...fields.scopes],
      expires_at: fields.expiresAt,
      allowed_addresses: rangesOf(fields.allowedAddresses),
      rate_limit_per_hour: fields.rateLimitPerHour,
      // Strictly later, so that two changes within a millisecond differ.
      updated_at: sql`greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .execute()
}

export async function replaceKey(tx: OrgTx, id: string, replacedBy: string, rotatesUntil: Date): Promise<void> {
  await tx.updateTable('api_keys').set({ replaced_by: replacedBy, rotates_until: rotatesUntil }).where('id', '=', id).execute()
}

/** Revokes a key and its predecessors that are still in their overlap; returns the ids of all revoked keys. */
export async function revokeWithPredecessors(tx: OrgTx, id: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive line as (
      select org_id, id from app.api_keys where org_id = ${tx.orgId} and id = ${id}
      union select k.org_id, k.id from app.api_keys k join line on k.org_id = line.org_id and k.replaced_by = line.id)
    update app.api_keys k set revoked_at = ${now}, revoked_reason = 'revoked', updated_at = clock_timestamp()
    from line where k.org_id = line.org_id and k.id = line.id and k.revoked_at is null returning k.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Revokes all keys of a deleted agent or of a user; returns their number. */
export async function revokeAll(tx: OrgTx, of: { agentId: string } | { userId: string }): Promise<number> {
  const [column, id, reason] =
    'agentId' in of ? (['agent_id', of.agentId, 'agent_deleted'] as const) : (['created_by', of.userId, 'revoked'] as const)
  const done = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()`, revoked_reason: reason, updated_at: sql`clock_timestamp()` })
    .where(column, '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Revokes the access tokens of a connected assistant. */
export const revokeTokensOf = (tx: OrgTx, connectionId: string) =>
  tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()`, revoked_reason: 'revoked', updated_at: sql`clock_timestamp()` })
    .where('connection_id', '=', connectionId)
    .where('revoked_at', 'is', null)
    .execute()

/** Tokens of minutes that ended an hour ago and more. */
export const deleteEndedTokens = (tx: OrgTx, now: Date) =>
  tx
    .deleteFrom('api_keys')
    .where('kind', 'in', tokenKinds)
    .where('expires_at', '<', new Date(now.getTime() - 3_600_000))
    .execute()

/** API keys that a user created; of each key only its public fields. */
export const exportApiKeys = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('api_keys')
    .select(['org_id as organizationId', 'id', 'name', 'prefix', 'last4', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('created_by', '=', userId)
    .where('kind', 'not in', tokenKinds)
    .orderBy('created_at')
    .execute()

/** Scopes of a key that works now; null for one that does not. The rights of its maker bound them. */
export async function scopesOfKey(tx: OrgTx, id: string, now: Date): Promise<string[] | null> {
  const row = await selectAllKeys(tx, now).where('k.id', '=', id).executeTakeFirst()
  return row && row.reason === null ? row.scopes : null
}

/** The names of keys by id, those of short-lived tokens and revoked keys too. */
export async function keyNames(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
