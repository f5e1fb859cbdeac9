import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import type { CustomDomains } from '../../platform/db/types.gen.ts'
import { idOfSlug } from '../organizations/index.ts'

export type DomainRow = Selectable<CustomDomains>
type Change = Partial<Omit<DomainRow, 'org_id' | 'id' | 'domain' | 'message_key'>> & { message_key?: string | null }

export const listDomainRows = (tx: OrgTx): Promise<DomainRow[]> =>
  tx.selectFrom('custom_domains').selectAll().orderBy('added_at').orderBy('id').execute()

export const findDomainRow = (tx: OrgTx, id: string): Promise<DomainRow | undefined> =>
  tx.selectFrom('custom_domains').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined if the organization already has the domain. */
export const insertDomain = (
  tx: OrgTx,
  { id, domain, challenge, now }: { id: string; domain: string; challenge: string; now: Date },
): Promise<DomainRow | undefined> =>
  tx
    .insertInto('custom_domains')
    .values({ org_id: tx.orgId, id, domain, challenge, added_at: now, began_at: now, next_check_at: now, updated_at: now })
    .onConflict((on) => on.columns(['org_id', 'domain']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const deleteDomain = (tx: OrgTx, id: string): Promise<DomainRow | undefined> =>
  tx.deleteFrom('custom_domains').where('id', '=', id).returningAll().executeTakeFirst()

export const changeDomain = (tx: OrgTx, id: string, change: Change): Promise<DomainRow | undefined> =>
  tx.updateTable('custom_domains').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/** All claims of a name, locked in one order: who holds it is decided by one at a time. */
export const lockClaims = (tx: SystemTx, domain: string): Promise<DomainRow[]> =>
  tx.selectFrom('custom_domains').selectAll().where('domain', '=', domain).orderBy('org_id').forUpdate().execute()

export const changeClaim = (tx: SystemTx, { org_id, id }: Pick<DomainRow, 'org_id' | 'id'>, change: Change): Promise<DomainRow> =>
  tx.updateTable('custom_domains').set(change).where('org_id', '=', org_id).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Takes what is due; another process finds it again a minute later, should this one die. */
export const takeDueDomains = async (tx: SystemTx, now: Date, limit: number): Promise<Pick<DomainRow, 'org_id' | 'id'>[]> => {
  const due = tx
    .selectFrom('custom_domains')
    .select('id')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return tx
    .updateTable('custom_domains')
    .set({ next_check_at: new Date(now.getTime() + 60_000) })
    .where('id', 'in', due)
    .returning(['org_id', 'id'])
    .execute()
}

export interface HeldHost {
  host: string
  orgId: string
  slug: string
  isLive: boolean
}

/** The names that organizations hold. One at rest keeps its names, and its pages say that it is suspended. */
export async function listHeldHosts(tx: SystemTx): Promise<HeldHost[]> {
  const rows = await tx
    .selectFrom('custom_domains')
    .innerJoin('auth.organizations', 'auth.organizations.id', 'custom_domains.org_id')
    .select(['domain as host', 'org_id as orgId', 'auth.organizations.slug', sql<boolean>`live_at is not null`.as('isLive')])
    .where('custom_domains.status', '=', 'verified')
    .orderBy('custom_domains.verified_at')
    .execute()
  return rows
}

/** None while the organization is at rest. */
export async function findSlugOwner(tx: SystemTx, slug: string): Promise<{ orgId: string; slug: string } | undefined> {
  const { rows } = await sql<{ id: string | null }>`select ${idOfSlug(slug)} as id`.execute(tx)
  const id = rows[0]?.id
  return id ? { orgId: id, slug } : undefined
}

/** A name of the operator's CUSTOM_DOMAINS. Nothing changes where its organization has it already, or another holds it. */
export async function adoptDomain(
  tx: SystemTx,
  { id, slug, domain, challenge, now }: { id: string; slug: string; domain: string; challenge: string; now: Date },
): Promise<boolean> {
  const owner = await findSlugOwner(tx, slug)
  if (!owner) return false
  const held = await lockClaims(tx, domain)
  if (held.some((each) => each.status === 'verified' || each.org_id === owner.orgId)) return false
  await tx
    .insertInto('custom_domains')
    .values({
      org_id: owner.orgId,
      id,
      domain,
      challenge,
      is_operators: true,
      status: 'verified',
      added_at: now,
      began_at: now,
      owned_at: now,
      verified_at: now,
      next_check_at: now,
      updated_at: now,
    })
    .execute()
  return true
}
