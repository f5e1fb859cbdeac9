import { z } from 'zod'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { get, operations, post } from '../kit/operations.ts'

const count = (most: number) => z.int().min(1).max(most).optional()
const shown = 200

/** An offer of OVERLORD to one organization, with its own price and limits. */
export const PlanOfferBody = z.strictObject({
  slug: required(60, 'Enter the short name of the organization'),
  /** Minor units (paise). A year costs twelve of them less a fifth. */
  monthlyPrice: z.int().min(100, 'At least ₹1').max(1_000_000_000_000),
  /** So long it can be accepted. */
  days: z.int().min(1).max(365),
  /** What is left out is as in the catalogue. */
  limits: z
    .strictObject({
      maxAgents: count(1_000_000),
      maxUsers: count(1_000_000),
      storageBytes: count(2 ** 50),
      apiCallsPerMonth: count(10_000_000_000),
      messagesPerMonth: count(10_000_000_000),
      maxContacts: count(1_000_000_000),
      runsPerMonth: count(10_000_000_000),
      workflowRunsPerMonth: count(10_000_000_000),
      tokensPerMonth: count(10_000_000_000_000),
      retentionDays: count(365),
    })
    .default({}),
})
export type PlanOfferBody = z.output<typeof PlanOfferBody>

export const OperatorOffer = z
  .object({
    id: Id,
    organization: z.string(),
    slug: z.string(),
    monthlyPrice: z.int(),
    currency: z.string(),
    status: z.enum(['open', 'accepted', 'withdrawn', 'expired']),
    validUntil: Timestamp,
  })
  .meta({ id: 'OperatorOffer' })
export type OperatorOffer = z.infer<typeof OperatorOffer>

/** For the owner and the admins of the operator's organization; for all others none of this exists. */
export const planOffers = operations('plan-offers', 'organizations:update', {
  list: get('/operator/billing/offers', 'List the offers to organizations, newest first', { reply: z.array(OperatorOffer).max(shown) }),
  create: post('/operator/billing/offers', 'Offer an organization the largest plan at its own price and limits; an open offer to it ends', {
    recentSignIn: true,
    body: PlanOfferBody,
    transaction: false,
  }),
  withdraw: post('/operator/billing/offers/:id/withdraw', 'Take an offer back that was not accepted', { transaction: false }),
})
