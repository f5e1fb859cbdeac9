import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { ActivityKind } from '@imperium/contract/activity.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'

/** A row of the organization's stream. */
export interface StreamRow {
  seq: number
  at: Date
  actorKind: 'user' | 'api_key' | 'agent' | 'system' | 'operator' | 'anonymous'
  actorId: string | null
  actorName: string
  action: string
  targetKind: string | null
  targetId: string | null
  /** As recorded, else the name of the member that the target is. */
  targetName: string | null
  outcome: 'success' | 'refused' | 'failed'
  ipAddress: string | null
  userAgent: string | null
  requestId: string | null
  before: unknown
  after: unknown
}

/** One kind, as the catalogue of acts resolves it (`ofKind`). */
interface KindFilter {
  kind: ActivityKind
  named: readonly string[]
  modules: readonly string[] | null
  namedElsewhere: readonly string[]
  modulesWithKind: readonly string[]
}

export interface StreamFilter {
  since: Date
  /** Text in names, actions and addresses, or one of these actions (their sentence contains the text). */
  q?: { text: string; actions: readonly string[] } | undefined
  kind?: KindFilter | undefined
  outcome?: StreamRow['outcome'] | undefined
  actor?: string | undefined
  /** Only actions of this user, and actions on their account. */
  own?: string | undefined
}

/** Newest first, from below `before` on. */
export async function listStream(tx: OrgTx, filter: StreamFilter, before: number | null, limit: number): Promise<StreamRow[]> {
  const wheres = [sql<SqlBool>`l.at >= ${filter.since}`, ...conditionsOf(filter)]
  if (before !== null) wheres.push(sql`l.seq < ${before}`)
  const { rows } = await sql<StreamRow>`
    select l.seq, l.at, l.actor_kind as "actorKind", l.actor_id as "actorId", l.actor_name as "actorName", l.action,
           l.target_kind as "targetKind", l.target_id as "targetId",
           coalesce(l.target_name, p.first_name || ' ' || p.last_name) as "targetName", l.outcome, l.ip_address as "ipAddress",
           l.user_agent as "userAgent", l.request_id as "requestId", l.before, l.after
    from (select * from app.audit_log l where ${sql.join(wheres, sql` and `)} order by l.seq desc limit ${limit}) l
    left join auth.org_people() p on l.target_kind = 'user' and p.user_id::text = l.target_id
    order by l.seq desc`.execute(tx)
  return rows
}

function conditionsOf({ q, kind, outcome, actor, own }: StreamFilter): RawBuilder<SqlBool>[] {
  const wheres: RawBuilder<SqlBool>[] = []
  if (outcome) wheres.push(sql`l.outcome = ${outcome}`)
  if (actor) wheres.push(sql`l.actor_id = ${actor}`)
  if (own) wheres.push(sql`(l.actor_id = ${own} or (l.target_kind = 'user' and l.target_id = ${own}))`)
  if (kind) wheres.push(ofKind(kind))
  if (q) wheres.push(holds(q))
  return wheres
}

function holds({ text, actions }: NonNullable<StreamFilter['q']>): RawBuilder<SqlBool> {
  const pattern = likePattern(text)
  return sql`(l.actor_name ilike ${pattern} or l.target_name ilike ${pattern} or l.action ilike ${pattern}
    or l.ip_address ilike ${pattern} or l.request_id = ${text} or l.action = any(${[...actions]}))`
}

/** The same classification as `kindOf` of the catalogue of acts, except that every action of a key has the kind `api`. */
function ofKind({ kind, named, modules, namedElsewhere, modulesWithKind }: KindFilter): RawBuilder<SqlBool> {
  const module = sql`split_part(l.action, '.', 1)`
  const byModule = modules ? sql`${module} = any(${[...modules]})` : sql`${module} <> all(${[...modulesWithKind]})`
  const byName = sql`(l.action = any(${[...named]}) or (${byModule} and l.action <> all(${[...namedElsewhere]})))`
  return kind === 'api' ? sql`(l.actor_kind = 'api_key' or ${byName})` : sql`(l.actor_kind <> 'api_key' and ${byName})`
}

export interface RecentRow {
  seq: number
  at: Date
  actorId: string | null
  actorName: string
  action: string
  targetId: string | null
  targetName: string | null
}

/** Successful actions, of the given names or by this user, newest first, starting below `before`. */
export async function listSucceeded(
  tx: OrgTx,
  filter: { since: Date; before: number | null; limit: number; withoutActions: readonly string[]; withoutModules: readonly string[] },
): Promise<RecentRow[]> {
  return tx
    .selectFrom('audit_log')
    .select(['seq', 'at', 'actor_id as actorId', 'actor_name as actorName', 'action', 'target_id as targetId', 'target_name as targetName'])
    .where('outcome', '=', 'success')
    .where('at', '>=', filter.since)
    .where('action', 'not in', [...filter.withoutActions])
    .where(sql`split_part(action, '.', 1)`, 'not in', [...filter.withoutModules])
    .$if(filter.before !== null, (query) => query.where('seq', '<', filter.before ?? 0))
    .orderBy('seq', 'desc')
    .limit(filter.limit)
    .execute()
}

export interface RetentionRow {
  days: number
  /** Null: no limit. */
  historyDays: number | null
  updatedAt: Date | null
}

const usual = { days: 90, historyDays: 730 } as const

export async function readRetention(tx: OrgTx): Promise<RetentionRow> {
  const row = await tx
    .selectFrom('retention_policies')
    .select(['days', 'history_days as historyDays', 'updated_at as updatedAt'])
    .executeTakeFirst()
  return row ?? { ...usual, updatedAt: null }
}

/** How many days activity and runs are kept. */
export const keptDays = async (tx: OrgTx): Promise<number> => (await readRetention(tx)).days

/** Two concurrent first changes of the policy would both find no row: the second waits here. */
export async function lockRetention(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`retention:${tx.orgId}`}, 0))`.execute(tx)
}

export async function writeRetention(tx: OrgTx, { days, historyDays }: Omit<RetentionRow, 'updatedAt'>): Promise<void> {
  const values = { days, history_days: historyDays }
  await tx
    .insertInto('retention_policies')
    .values({ org_id: tx.orgId, ...values })
    .onConflict((on) => on.column('org_id').doUpdateSet({ ...values, updated_at: sql`clock_timestamp()` }))
    .execute()
}

export type Retention = Pick<RetentionRow, 'days' | 'historyDays'>

/** What each of these organizations has chosen, or the usual. */
export async function listRetention(tx: SystemTx, orgIds: readonly string[]): Promise<(orgId: string) => Retention> {
  const rows =
    orgIds.length === 0
      ? []
      : await tx
          .selectFrom('retention_policies')
          .select(['org_id', 'days', 'history_days as historyDays'])
          .where('org_id', 'in', [...orgIds])
          .execute()
  const chosen = new Map(rows.map((row) => [row.org_id, row]))
  return (orgId) => chosen.get(orgId) ?? usual
}

/** Copies the account actions of members into their organizations' chains; returns the number of platform rows read. */
export async function mirrorAccountActs(tx: SystemTx, batch: number, accountActs: readonly string[]): Promise<number> {
  const { rows } = await sql<{ looked: number }>`select app.mirror_account_acts(${batch}, ${[...accountActs]}::text[]) as looked`.execute(
    tx,
  )
  return rows[0]?.looked ?? 0
}
