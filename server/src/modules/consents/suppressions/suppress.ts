import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { hintOf } from '../../../platform/crypto/address-hash.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'

export type SuppressionChannel = Exclude<Channel, 'webhook'>

/** From what is lifted most easily (the person's own START, the preference centre) to what stands for good. */
export const suppressionReasons = ['stop', 'unsubscribed', 'imported', 'manual', 'bounced', 'complained', 'erased'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export interface Suppression {
  channel: SuppressionChannel
  /** In the form it is sent to: lower-case email, E.164 number. */
  address: string
  reason: SuppressionReason
  detail?: string
  /** What lists show of the address; a part of it unless given. */
  hint?: string
  /** Name of who did it; empty for the product itself. */
  createdBy?: string
}

/**
 * Puts addresses on the organization's list, in one statement. Where one is on it already, the reason that is harder to lift stays.
 * @returns how many were not on it.
 */
export async function suppressMany(
  { hashAddress }: Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  list: readonly Suppression[],
): Promise<number> {
  // One row twice in one statement is an error: the last word on an address is taken, after the weaker ones.
  const ordered = list.toSorted((a, b) => suppressionReasons.indexOf(a.reason) - suppressionReasons.indexOf(b.reason))
  const unique = new Map(ordered.map((each) => [`${each.channel} ${each.address}`, each]))
  if (unique.size === 0) return 0
  const rows = [...unique.values()].map((each) => ({
    id: newId(),
    channel: each.channel,
    hash: hashAddress(each.address).toString('hex'),
    hint: each.hint ?? hintOf(each.address),
    reason: each.reason,
    detail: each.detail ?? '',
    created_by: each.createdBy ?? '',
  }))
  const { rows: done } = await sql<{ added: boolean }>`
    with done as (
      insert into suppressions as s (org_id, id, channel, address_hash, hint, reason, detail, created_by)
      select ${tx.orgId}, x.id, x.channel, decode(x.hash, 'hex'), x.hint, x.reason, x.detail, x.created_by
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, channel text, hash text, hint text, reason text, detail text, created_by text)
      order by x.channel, x.hash
      on conflict (org_id, channel, address_hash) do update
        set reason = excluded.reason, detail = excluded.detail, created_by = excluded.created_by, at = now()
        where array_position(${suppressionReasons}::text[], excluded.reason)
            > array_position(${suppressionReasons}::text[], s.reason)
      returning s.*, xmax = 0 as added
    ), told as (
      insert into suppression_events (org_id, id, channel, address_hash, type, reason, detail, actor_name, at)
      select org_id, uuidv7(), channel, address_hash, 'added', reason, detail, created_by, at from done
    )
    select added from done`.execute(tx)
  return done.filter((each) => each.added).length
}

/** Puts one address on the organization's list. @returns whether it was not on it. */
export const suppress = async (platform: Pick<Platform, 'hashAddress'>, tx: OrgTx, one: Suppression): Promise<boolean> =>
  (await suppressMany(platform, tx, [one])) === 1

export interface FoundSuppression {
  level: 'organization' | 'platform'
  reason: string
  at: Date
}

/** Whether an address must not be reached, by the organization's list or else the installation's. */
export async function isSuppressed(
  { hashAddress }: Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  { channel, address }: { channel: SuppressionChannel; address: string },
): Promise<FoundSuppression | null> {
  const hash = hashAddress(address)
  const find = (table: 'suppressions' | 'platform_suppressions') =>
    tx.selectFrom(table).select(['reason', 'at']).where('channel', '=', channel).where('address_hash', '=', hash).executeTakeFirst()
  const [own, common] = await Promise.all([find('suppressions'), find('platform_suppressions')])
  if (own) return { level: 'organization', ...own }
  return common ? { level: 'platform', ...common } : null
}

export interface Lifting {
  channel: SuppressionChannel
  address: string
  /** Only what stands there for one of these reasons. */
  reasons: readonly SuppressionReason[]
  /** Why, in a word: the person's own START, a choice on the preference page, or the link of a letter that asks. */
  why: 'keyword' | 'preference-centre' | 'double-opt-in'
}

/** Takes an address off the list. @returns since when it stood there; null where it did not. */
export async function liftSuppression(
  { hashAddress }: Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  { channel, address, reasons, why }: Lifting,
): Promise<Date | null> {
  const isMeant = sql<SqlBool>`channel = ${channel} and address_hash = ${hashAddress(address)} and reason = any(${[...reasons]}::text[])`
  const [gone] = await unsuppress(tx, isMeant, { actorName: '', detail: why })
  return gone?.at ?? null
}

/** Deletes entries of the list, and remembers that they were there. */
export async function unsuppress(
  tx: OrgTx,
  isMeant: RawBuilder<SqlBool>,
  by: { actorName: string; detail: string },
): Promise<{ id: string; channel: string; hint: string; reason: string; detail: string; created_by: string; at: Date }[]> {
  const { rows } = await sql<{ id: string; channel: string; hint: string; reason: string; detail: string; created_by: string; at: Date }>`
    with gone as (
      delete from suppressions where ${isMeant} returning *
    ), told as (
      insert into suppression_events (org_id, id, channel, address_hash, type, reason, detail, actor_name)
      select org_id, uuidv7(), channel, address_hash, 'lifted', reason, ${by.detail}, ${by.actorName} from gone
    )
    select id, channel, hint, reason, detail, created_by, at from gone`.execute(tx)
  return rows
}
