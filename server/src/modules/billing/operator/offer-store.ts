import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'

const shown = 200

/** The offer that an organization may accept now. */
export const findOpenOffer = (tx: OrgTx, now: Date) =>
  tx
    .selectFrom('plan_offers')
    .select(['id', 'version', 'valid_until as validUntil'])
    .where('status', '=', 'open')
    .where('valid_until', '>', now)
    .executeTakeFirst()

/** Whether a version was offered, and the offer was withdrawn or ran out before it was accepted. */
export const isOfferGone = async (tx: OrgTx, version: number, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('plan_offers')
    .select('id')
    .where('version', '=', version)
    .where((eb) => eb.or([eb('status', '=', 'withdrawn'), eb.and([eb('status', '=', 'open'), eb('valid_until', '<=', now)])]))
    .executeTakeFirst()) !== undefined

/** The plan of an offer was paid for. */
export async function acceptOffer(tx: OrgTx, version: number): Promise<void> {
  await tx.updateTable('plan_offers').set({ status: 'accepted' }).where('version', '=', version).where('status', '=', 'open').execute()
}

interface NewOffer {
  orgId: string
  id: string
  version: number
  validUntil: Date
  createdBy: string
}

/** Takes the place of the open one. */
export async function insertOffer(tx: SystemTx, { orgId, id, version, validUntil, createdBy }: NewOffer): Promise<void> {
  await tx.updateTable('plan_offers').set({ status: 'withdrawn' }).where('org_id', '=', orgId).where('status', '=', 'open').execute()
  await tx.insertInto('plan_offers').values({ org_id: orgId, id, version, valid_until: validUntil, created_by: createdBy }).execute()
}

/** @returns the organization, or undefined where no open offer has the id. */
export async function withdrawOffer(tx: SystemTx, id: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('plan_offers')
    .set({ status: 'withdrawn' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('org_id')
    .executeTakeFirst()
  return row?.org_id
}

/** Newest first. */
export const listOffers = (tx: SystemTx) =>
  tx
    .selectFrom('plan_offers as f')
    .innerJoin('auth.organizations as o', 'o.id', 'f.org_id')
    .innerJoin('plan_versions as p', (join) => join.onRef('p.plan_type', '=', 'f.plan_type').onRef('p.version', '=', 'f.version'))
    .select(['f.id', 'o.name as organization', 'o.slug', 'p.monthly_price as monthlyPrice', 'p.currency', 'f.status'])
    .select('f.valid_until as validUntil')
    .orderBy('f.created_at', 'desc')
    .limit(shown)
    .execute()
