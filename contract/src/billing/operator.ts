import { z } from 'zod'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { get, operations, post } from '../kit/operations.ts'
import { PlanType } from '../plans.ts'
import { Month } from '../sales/sales-invoices.ts'
import { CouponCode } from './coupon-code.ts'

/** What the plans of this installation earn. Amounts in minor units of `currency`. */
export const OperatorOverview = z
  .object({
    currency: z.string(),
    /** Monthly recurring revenue: a year counts as a twelfth a month. */
    mrr: z.int(),
    paying: z.int(),
    pastDue: z.int(),
    /** Of the last 30 days. */
    ended: z.int(),
    contributions: z.int(),
    failedPayments: z.int(),
    refunds: z.int(),
    /** Payments that cannot be looked up: their account is not set up here any more, or its key is refused. */
    failedLookUps: z
      .array(
        z.object({
          /** The organization with this payment account; null: the operator. */
          organization: z.string().nullable(),
          provider: z.enum(['razorpay', 'stripe', 'sandbox']),
          /** When its key was first refused; null: it has none here. */
          since: Timestamp.nullable(),
          /** Checkouts that may have been paid. */
          open: z.int(),
        }),
      )
      .max(100),
  })
  .meta({ id: 'OperatorOverview' })
export type OperatorOverview = z.infer<typeof OperatorOverview>

export const OperatorSubscription = z
  .object({
    /** Of the organization. */
    id: Id,
    name: z.string(),
    slug: z.string(),
    planType: PlanType,
    billingCycle: z.enum(['MONTHLY', 'YEARLY']),
    status: z.enum(['ACTIVE', 'PAST_DUE', 'PAUSED', 'ENDED']),
    periodEnd: Timestamp,
    /** What follows; null: the same once more. */
    nextPlanType: PlanType.nullable(),
  })
  .meta({ id: 'OperatorSubscription' })
export type OperatorSubscription = z.infer<typeof OperatorSubscription>

export const OperatorPayment = z
  .object({
    id: Id,
    organizationId: Id,
    organization: z.string(),
    receipt: z.string(),
    purpose: z.enum(['SUBSCRIPTION', 'CONTRIBUTION', 'CREDITS', 'ADD_ON']),
    planType: PlanType.nullable(),
    amount: z.int(),
    refunded: z.int(),
    currency: z.string(),
    provider: z.enum(['sandbox', 'razorpay', 'stripe', 'bank']),
    status: z.enum(['created', 'attempted', 'paid', 'activated', 'failed']),
    failure: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'OperatorPayment' })
export type OperatorPayment = z.infer<typeof OperatorPayment>

/** Takes a part off one payment for a plan; each organization uses it once. */
export const Coupon = z
  .object({
    code: z.string(),
    percent: z.int(),
    /** Null: any plan. */
    planType: PlanType.nullable(),
    maxUses: z.int(),
    uses: z.int(),
    expiresAt: Timestamp,
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof Coupon>

const shown = 200

/** For the owner and the admins of the operator's organization; for all others none of this exists. */
export const operator = operations('operator', 'organizations:update', {
  overview: get('/operator/billing', 'What the plans of this installation earn', { reply: OperatorOverview }),
  subscriptions: get('/operator/billing/subscriptions', 'List the subscriptions of all organizations, those that end first', {
    reply: z.array(OperatorSubscription).max(shown),
  }),
  payments: get('/operator/billing/payments', 'List the last payments of all organizations', {
    query: z.strictObject({ state: z.enum(['all', 'paid', 'open', 'failed']).default('all') }),
    reply: z.array(OperatorPayment).max(shown),
  }),
  exportGst: get('/operator/billing/gstr1', 'Invoices and credit notes of the operator of a month in the shape of GSTR-1', {
    recentSignIn: true,
    query: z.strictObject({ month: Month }),
    file: 'application/json',
    transaction: false,
    rate: { max: 10, perSeconds: 60 },
    audited: true,
  }),
  coupons: get('/operator/billing/coupons', 'List the coupons, newest first', { reply: z.array(Coupon).max(shown) }),
  createCoupon: post('/operator/billing/coupons', 'Create a coupon', {
    recentSignIn: true,
    body: z.strictObject({
      code: CouponCode,
      percent: z.int().min(1).max(100),
      planType: z.enum(['CONQUEROR', 'EMPEROR', 'OVERLORD']).nullable(),
      maxUses: z.int().min(1).max(1_000_000),
      days: z.int().min(1).max(3_650),
    }),
    transaction: false,
    errors: [409],
  }),
  startTrial: post('/operator/billing/trials', 'Let an organization use a larger plan for some days', {
    recentSignIn: true,
    body: z.strictObject({
      slug: required(60, 'Enter the short name of the organization'),
      planType: z.enum(['CONQUEROR', 'EMPEROR', 'OVERLORD']),
      days: z.int().min(1).max(90),
    }),
    transaction: false,
    errors: [409],
  }),
  refund: post('/operator/billing/payments/:id/refund', 'Give a payment back, in part or in full', {
    access: 'operator:billing',
    recentSignIn: true,
    v1: true,
    body: z.strictObject({
      organizationId: Id,
      /** Minor units; all that is left, unless given. */
      amount: z.int().positive().optional(),
      reason: required(200, 'Enter a reason'),
    }),
    transaction: false,
    errors: [409],
  }),
  confirmTransfer: post('/operator/billing/payments/:id/received', 'Confirm that a bank transfer has arrived', {
    recentSignIn: true,
    body: z.strictObject({ organizationId: Id }),
    transaction: false,
    errors: [409],
  }),
  extend: post('/operator/billing/subscriptions/:id/extend', 'Give days to the paid period of an organization', {
    recentSignIn: true,
    body: z.strictObject({ days: z.int().min(1).max(366) }),
    transaction: false,
    errors: [409],
  }),
  setPlan: post('/operator/billing/subscriptions/:id/plan', 'Put an organization on a plan at once', {
    access: 'operator:billing',
    recentSignIn: true,
    v1: true,
    body: z.strictObject({ planType: PlanType }),
    transaction: false,
  }),
})
