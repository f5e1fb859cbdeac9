import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx, SystemTx } from '../db/database.ts'
import { defineSignal, signal } from '../events/live.ts'
import {
  columns,
  dueAtWake,
  isHeld,
  keyColumns,
  leaseRows,
  LeaseLostError,
  millis,
  more,
  sameItem,
  tableOf,
  toLease,
} from './lease-table.ts'
import type { KeyColumns, KeyOf, Lease, LeaseTable } from './lease-table.ts'
import { isWorkerDead } from '../jobs/worker-name.ts'

/** In a backlog, so many of each organization, and so many organizations, with one claim. */
const shareOfBacklog = 50
const organizationsAtOnce = 40
const reapedAtOnce = 1_000

export type Claimed<K extends KeyColumns, Row extends object> = Lease<K> & { readonly row: Row }

export interface ClaimRequest {
  owner: string
  /** The process's time, when rows are due by it; defaults to the database's. */
  now?: Date | undefined
  most: number
  /** Null: the oldest of all. Else some of each organization after this one. */
  fairAfter: string | null
  /** Most items of one organization in flight, including those it already has. */
  perOrganization: number
  inFlight: ReadonlyMap<string, number>
}

export interface ClaimResult<K extends KeyColumns, Row extends object> {
  items: Claimed<K, Row>[]
  /** Organization after which the next claim continues; null when the round is complete. */
  nextAfter: string | null
}

const atWake = sql`${dueAtWake}::timestamptz`

const clock = (now: Date | undefined): RawBuilder<Date> => (now ? sql`${now}::timestamptz` : sql`now()`)
const isDue = ({ dueAt, open }: LeaseTable, now: RawBuilder<Date>): RawBuilder<boolean> =>
  sql`${sql.ref(`l.${dueAt}`)} <= ${now}${open ? sql` and ${open}` : sql``}`
const hasDue = ({ dueAt, open }: LeaseTable): RawBuilder<boolean> =>
  sql`${sql.ref(`l.${dueAt}`)} is not null${open ? sql` and ${open}` : sql``}`

/** The due items, and the position in the round over the organizations. */
function dueItems(of: LeaseTable, { fairAfter, most, inFlight, perOrganization }: ClaimRequest, now: RawBuilder<Date>) {
  const table = tableOf(of)
  const picked = columns('l', [...new Set(['org_id', ...keyColumns(of), ...(of.before ?? [])])])
  const order = sql.ref(`l.${of.dueAt}`)
  if (fairAfter === null)
    return sql`due as materialized (select ${picked} from ${table} l where ${isDue(of, now)} order by ${order} limit ${most} for update skip locked),
      reached as (select null::uuid as id, 0::bigint as organizations)`
  const busy = sql`unnest(${[...inFlight.keys()]}::uuid[], ${[...inFlight.values()]}::int[]) as busy(org_id, items)`
  const free = sql`least(${shareOfBacklog}, ${perOrganization} - coalesce((select items from ${busy} where busy.org_id = chosen.id), 0))`
  // Organizations one by one along the index: a backlog of one is not read to find the others.
  return sql`org (id) as (
      (select l.org_id from ${table} l where ${hasDue(of)} and l.org_id > ${fairAfter}::uuid order by l.org_id limit 1)
      union all
      select (select l.org_id from ${table} l where ${hasDue(of)} and l.org_id > org.id order by l.org_id limit 1) from org where org.id is not null
    ), chosen as materialized (select id from org where id is not null limit ${organizationsAtOnce}),
    reached as (select (select id from chosen order by id desc limit 1) as id, (select count(*) from chosen) as organizations),
    due as materialized (
      select ${picked} from (
        select each.* from chosen cross join lateral (
          select ${columns('l', ['org_id', ...keyColumns(of)])} from ${table} l where l.org_id = chosen.id and ${isDue(of, now)}
          order by ${order} limit greatest(0, ${free})) each limit ${most}
      ) each join ${table} l on ${sameItem(of, 'l', 'each')} where ${isDue(of, now)} for update of l skip locked)`
}

/** Leases items that are due, of all organizations, for this owner. */
export async function claimDue<K extends KeyColumns, Row extends object>(
  tx: SystemTx,
  of: LeaseTable<K, Row>,
  request: ClaimRequest,
): Promise<ClaimResult<K, Row>> {
  const now = clock(request.now)
  const { rows } = await sql<Record<string, unknown>>`
    with recursive ${dueItems(of, request, now)}, ${claiming(of, request.owner)}
    select taken.*, reached.id as reached_id, reached.organizations from reached left join taken on true`.execute(tx)
  const items = rows.filter((row) => row['org_id'] !== null).map((row) => ({ ...toLease(of, row), row: row as Row }))
  if (request.fairAfter !== null && items.length === request.most)
    return {
      items,
      nextAfter:
        items
          .map(({ orgId }) => orgId)
          .toSorted()
          .at(-1) ?? null,
    }
  const [first] = rows
  return { items, nextAfter: Number(first?.['organizations']) === organizationsAtOnce ? (first?.['reached_id'] as string) : null }
}

/** Leases one item out of turn, or because its lease expired; null when it cannot be claimed. */
export async function claimOne<K extends KeyColumns, Row extends object>(
  tx: OrgTx | SystemTx,
  of: LeaseTable<K, Row>,
  { orgId, key, owner }: { orgId: string; key: KeyOf<K>; owner: string },
): Promise<Claimed<K, Row> | null> {
  const { rows } = await sql<Record<string, unknown>>`
    with due as materialized (
      select ${columns('l', [...new Set(['org_id', ...keyColumns(of), ...(of.before ?? [])])])} from ${tableOf(of)} l
      join ${leaseRows(of, [{ orgId, key, epoch: 0 }])} on ${sameItem(of, 'l', 'h')}
      where (l.lease_owner is null${of.open ? sql` and ${of.open}` : sql``}) or (${isHeld(of)} and l.lease_until < now())
      for update of l
    ), ${claiming(of, owner)} select * from taken`.execute(tx)
  return rows[0] ? { ...toLease(of, rows[0]), row: rows[0] as Row } : null
}

const claiming = (of: LeaseTable, owner: string) => {
  const late = sql`late as (
    update ${tableOf(of)} l set ${sql.ref(of.dueAt)} = ${atWake} from b where b.rests and ${sameItem(of, 'l', 'b')})`
  return sql`b as materialized (select b.*, ${of.rests ?? sql`false`} as rests from due b), ${late}, taken as (
    update ${tableOf(of)} l set epoch = l.epoch + 1, lease_owner = ${owner}, lease_until = now() + ${millis(of.leaseMs)}${more(of.claimed)}
    from b where not b.rests and ${sameItem(of, 'l', 'b')}
    returning ${columns('l', ['org_id', ...keyColumns(of), 'epoch'])}${more(of.row)})`
}

/** Makes the rows due that were put off while their organization was at rest. Idempotent. */
export async function wakeLeases(tx: SystemTx, of: LeaseTable, orgId: string, now: Date): Promise<void> {
  const due = sql.ref(of.dueAt)
  const { numAffectedRows = 0n } = await sql`
    update ${tableOf(of)} set ${due} = least(now(), ${now}::timestamptz) where org_id = ${orgId} and ${due} = ${atWake}`.execute(tx)
  if (numAffectedRows > 0n) await announceDue(tx, of)
}

/** Milliseconds until the next unleased item is due; null when there is none. Organizations in `except` are at their limit. */
export async function nextDueMs(tx: SystemTx, of: LeaseTable, except: readonly string[], now?: Date): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    select ceil(1000 * extract(epoch from ${sql.ref(`l.${of.dueAt}`)} - ${clock(now)}))::float8 as ms from ${tableOf(of)} l
    where ${hasDue(of)} and l.org_id <> all(${[...except]}::uuid[]) order by ${sql.ref(`l.${of.dueAt}`)} limit 1`.execute(tx)
  return rows[0]?.ms ?? null
}

/**
 * Extends only these leases of this owner; returns those it still owns. A locked row is skipped until the next heartbeat: waiting
 * would let the other leases expire.
 */
export async function extendLeases<K extends KeyColumns, LeaseUpdate extends object>(
  tx: SystemTx,
  of: LeaseTable<K, object, LeaseUpdate>,
  owner: string,
  leases: readonly Lease<K>[],
): Promise<(Lease<K> & { update: LeaseUpdate; isAtRest: boolean })[]> {
  const { rows } = await sql<Record<string, unknown>>`
    with kept as (
      select ${columns('l', ['org_id', ...keyColumns(of)])} from ${tableOf(of)} l join ${leaseRows(of, leases)}
        on ${sameItem(of, 'l', 'h')} and l.epoch = h.epoch
      where l.lease_owner = ${owner} and ${isHeld(of)} for no key update of l skip locked
    )
    update ${tableOf(of)} l set lease_until = now() + ${millis(of.leaseMs)} from kept k where ${sameItem(of, 'l', 'k')}
    returning ${columns('l', ['org_id', ...keyColumns(of), 'epoch'])}, ${of.atRest ?? sql`false`} as at_rest${more(of.update)}`.execute(tx)
  return rows.map((row) => ({ ...toLease(of, row), update: row as LeaseUpdate, isAtRest: row['at_rest'] === true }))
}

/** Hands items back: due again after `ms`, for any process. Those of another epoch stay as they are. */
export async function releaseLeases(tx: SystemTx, of: LeaseTable, leases: readonly Lease[], ms: number, now?: Date): Promise<void> {
  await sql`
    update ${tableOf(of)} l set lease_owner = null, ${sql.ref(of.dueAt)} = ${clock(now)} + ${millis(ms)}${more(of.released)}
    from ${leaseRows(of, leases)} where ${sameItem(of, 'l', 'h')} and l.epoch = h.epoch and ${isHeld(of)}`.execute(tx)
  if (ms === 0) await announceDue(tx, of)
}

/** Ends leases immediately, for the reaper. */
export async function expireLeases(tx: SystemTx, of: LeaseTable, leases: readonly Lease[]): Promise<void> {
  await sql`
    update ${tableOf(of)} l set lease_until = now()
    from ${leaseRows(of, leases)} where ${sameItem(of, 'l', 'h')} and l.epoch = h.epoch and ${isHeld(of)}`.execute(tx)
}

/** A lease of a dead owner: known by its process on this machine, by expiry elsewhere. */
export type Reaped<K extends KeyColumns> = Lease<K> & { readonly owner: string; readonly row: Record<string, unknown> }

/** Makes items of dead owners due; returns them. Idempotent, for any number of processes. */
export async function reapLeases<K extends KeyColumns>(tx: SystemTx, of: LeaseTable<K>, now?: Date): Promise<Reaped<K>[]> {
  const owners = await sql<{ owner: string }>`select distinct l.lease_owner as owner from ${tableOf(of)} l where ${isHeld(of)}`.execute(tx)
  const dead = owners.rows.map(({ owner }) => owner).filter(isWorkerDead)
  const { rows } = await sql<Record<string, unknown>>`
    with gone as materialized (
      select ${columns('l', ['org_id', ...keyColumns(of), 'lease_owner'])} from ${tableOf(of)} l
      where ${isHeld(of)} and (l.lease_until < now() or l.lease_owner = any(${dead}::text[])) limit ${reapedAtOnce} for update skip locked
    )
    update ${tableOf(of)} l set lease_owner = null, ${sql.ref(of.dueAt)} = ${clock(now)}${more(of.reaped)} from gone g where ${sameItem(of, 'l', 'g')}
    returning ${columns('l', ['org_id', ...keyColumns(of), 'epoch'])}, g.lease_owner as owner${more(of.reapedRow)}`.execute(tx)
  if (rows.length > 0) await announceDue(tx, of)
  return rows.map((row) => ({ ...toLease(of, row), owner: row['owner'] as string, row }))
}

/** Rows of a leased table are due. */
export const rowsDue = defineSignal<{ table: string }>('due')

/** Signals the runners, after the commit, that an item of this table is due. A lost signal costs a second. */
export const announceDue = (tx: OrgTx | SystemTx, { table }: Pick<LeaseTable, 'table'>): Promise<void> => signal(tx, rowsDue({ table }))

/** Writes an item behind the fence of its epoch; must be the first statement of the transaction's writes. @throws LeaseLostError */
export async function writeLeased(tx: OrgTx, of: LeaseTable, lease: Lease, set: RawBuilder<unknown>): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${tableOf(of)} l set ${set} from ${leaseRows(of, [lease])}
    where ${sameItem(of, 'l', 'h')} and l.epoch = h.epoch and ${isHeld(of)}`.execute(tx)
  if (!numAffectedRows) throw new LeaseLostError(`${of.table} ${Object.values(lease.key).join('/')}`)
}
