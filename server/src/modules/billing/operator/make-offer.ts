import type { OperatorOffer, PlanOfferBody } from '@imperium/contract/billing/plan-offers.ts'
import { billingEvents } from '@imperium/contract/events/billing.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { currentPlan, insertPlanFor } from '../../organizations/index.ts'
import { formatAmount } from '../format-amount.ts'
import { operatorActor } from './act-as-operator.ts'
import { insertOffer, listOffers, withdrawOffer } from './offer-store.ts'
import { findBySlug } from './operator-store.ts'

const dayMs = 86_400_000

/** Offers an organization OVERLORD at its own price and limits; what is not named is as in the catalogue. @throws 404. */
export async function makeOffer(platform: Platform, { slug, monthlyPrice, days, limits }: PlanOfferBody, createdBy: string): Promise<void> {
  const { db, clock } = platform
  const validUntil = new Date(clock.now().getTime() + days * dayMs)
  const orgId = await db.withSystem(async (tx) => {
    const found = await findBySlug(tx, slug)
    if (found === undefined) throw notFound()
    const catalogued = await currentPlan(tx, 'OVERLORD')
    const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
    const version = await insertPlanFor(tx, found, { ...catalogued, monthlyPrice, limits: { ...catalogued.limits, ...given } })
    await insertOffer(tx, { orgId: found, id: newId(), version, validUntil, createdBy })
    return found
  })
  await db.withOrg(orgId, async (tx) => {
    const { currency } = await currentPlan(tx, 'OVERLORD')
    await recordOffer(tx, 'billing.offered', { monthlyPrice, validUntil: validUntil.toISOString(), limits })
    const offered = { planType: 'OVERLORD', price: formatAmount(monthlyPrice, currency), validUntil: validUntil.toISOString() } as const
    await platform.events.emit(tx, billingEvents.offered, offered)
  })
}

/** @throws 404 where no open offer has the id. */
export async function takeOfferBack(platform: Platform, id: string): Promise<void> {
  const orgId = await platform.db.withSystem((tx) => withdrawOffer(tx, id))
  if (orgId === undefined) throw notFound()
  await platform.db.withOrg(orgId, (tx) => recordOffer(tx, 'billing.offerWithdrawn', {}))
}

const recordOffer = (tx: OrgTx, action: string, after: object) =>
  recordAudit(tx, tx.orgId, { actor: operatorActor, action, target: { kind: 'billing', id: tx.orgId, name: 'OVERLORD' }, after })

export async function showOffers({ db, clock }: Platform): Promise<OperatorOffer[]> {
  const now = clock.now()
  return (await db.withSystem(listOffers)).map(({ validUntil, status, monthlyPrice, ...offer }) => ({
    ...offer,
    monthlyPrice: monthlyPrice ?? 0,
    // The table's own check holds it to the words of the contract.
    status: status === 'open' && validUntil <= now ? 'expired' : (status as OperatorOffer['status']),
    validUntil: validUntil.toISOString(),
  }))
}
