import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'
import { create, get, operations, post, put } from '../kit/operations.ts'
import { PlanType } from '../plans.ts'
import { AddOnName, mostAddOns } from './add-ons.ts'
import { CouponCode } from './coupon-code.ts'
import { CreditAmount } from './credits.ts'

/** A year costs twelve months less a fifth. */
const yearlyFraction = 0.8
export const yearlyOf = (monthlyPrice: number): number => Math.round(12 * monthlyPrice * yearlyFraction)

/** Rupees. */
export const contributions = { presets: [1, 10, 50, 100, 500, 1000, 2000, 5000], usual: 100, least: 1 } as const
/** The texts of the specification, which server and screen share. */
export const billingTexts = {
  tooLittle: 'Minimum contribution amount is ₹1',
  alreadyFree: 'You are already on the free plan',
  askSales: 'Please contact sales for custom enterprise pricing',
  orderFailed: 'Failed to create order',
  contributionOrderFailed: 'Failed to create contribution order',
  notVerified: 'Payment verification failed. Please contact support.',
} as const

/** What follows a paid period where it is not the same once more; FREE: the subscription ends. */
const NextPeriod = z.object({ planType: PlanType, billingCycle: z.enum(['MONTHLY', 'YEARLY']), isPaid: z.boolean() })

/** The longest pause of a subscription; then it goes on by itself. */
export const pauseDays = 90
/** Days that a subscription runs after a pause before the next one. */
export const pauseAgainDays = 30

const BillingCycle = z.enum(['MONTHLY', 'YEARLY'])
export type BillingCycle = z.infer<typeof BillingCycle>

const PlanLimitsReply = z.object({
  maxAgents: z.int(),
  maxUsers: z.int(),
  storageBytes: z.int(),
  apiCallsPerMonth: z.int(),
  messagesPerMonth: z.int(),
  maxContacts: z.int(),
  runsPerMonth: z.int(),
  workflowRunsPerMonth: z.int(),
  tokensPerMonth: z.int(),
  retentionDays: z.int(),
})

/** A plan of the catalogue in its latest version. Prices in minor units (paise); null: agreed with sales. */
export const Plan = z
  .object({
    id: z.enum(['free', 'conqueror', 'emperor', 'overlord']),
    name: z.string(),
    planType: PlanType,
    version: z.int(),
    currency: z.string(),
    price: z.int().nullable(),
    yearlyPrice: z.int().nullable(),
    /** In English; made from `limits`. */
    features: z.array(z.string()),
    limits: PlanLimitsReply,
  })
  .meta({ id: 'Plan' })
export type Plan = z.infer<typeof Plan>

/** CREDITED: paid, but it bought nothing and is kept for later payments. */
export const paymentStatuses = ['PAID', 'PENDING', 'FAILED', 'REFUNDED', 'CREDITED'] as const

/** A payment order in the billing history, with its invoice once it is paid. */
export const BillingRecord = z
  .object({
    id: Id,
    /** Of the invoice; of the order while it is not paid. */
    invoiceNumber: z.string(),
    /** Of the order: also the reference of a bank transfer. */
    receipt: z.string(),
    purpose: z.enum(['SUBSCRIPTION', 'CONTRIBUTION', 'CREDITS', 'ADD_ON']),
    planType: PlanType.nullable(),
    billingCycle: z.enum(['MONTHLY', 'YEARLY', 'ONETIME']),
    /** Minor units. */
    amount: z.int(),
    currency: z.string(),
    refunded: z.int(),
    /** Credit notes of refunds; each is opened like an invoice, by its id. */
    creditNotes: z.array(z.object({ id: Id, number: z.string() })).max(100),
    status: z.enum(paymentStatuses),
    /** There is an invoice or a receipt to open. */
    hasDocument: z.boolean(),
    /** Paid with the sandbox: no money moved. */
    isSandbox: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: 'BillingRecord' })
export type BillingRecord = z.infer<typeof BillingRecord>

/** The plan in force, what was paid for, and how one pays here. */
export const Subscription = z
  .object({
    planType: PlanType,
    planVersion: z.int(),
    billingCycle: BillingCycle,
    periodStart: Timestamp.nullable(),
    periodEnd: Timestamp.nullable(),
    /** PAST_DUE: the period has ended unpaid, and the plan stays until `graceEndsAt`. Null: nothing was ever paid. */
    status: z.enum(['ACTIVE', 'PAST_DUE', 'PAUSED', 'ENDED']).nullable(),
    /** The limits of FREE hold meanwhile; the period ends later by the time of the pause. */
    paused: z.object({ planType: PlanType, since: Timestamp, untilAtLatest: Timestamp }).nullable(),
    graceEndsAt: Timestamp.nullable(),
    next: NextPeriod.nullable(),
    /** What the next period costs, in minor units; null: none follows, or its price is agreed with sales. */
    renewalAmount: z.int().nullable(),
    currency: z.string(),
    /** The next periods are paid with the way of payment that the provider keeps. */
    renewsItself: z.boolean(),
    /** The provider can be asked to pay without a person. */
    canRenewItself: z.boolean(),
    /** Unused time and payments that bought nothing: they pay for a part of the next payments. */
    credit: z.int(),
    members: z.int(),
    maxUsers: z.int(),
    /** Null: nothing can be paid in the app; the operator changes plans. */
    provider: z.enum(['sandbox', 'razorpay', 'stripe', 'bank']).nullable(),
    /** What the operator offers this organization: the largest plan at its own price and limits, to be accepted by paying for it. */
    offer: z
      .object({
        planType: z.literal('OVERLORD'),
        price: z.int(),
        yearlyPrice: z.int(),
        currency: z.string(),
        limits: PlanLimitsReply,
        validUntil: Timestamp,
      })
      .nullable(),
    /** This is the organization of the operator: its managers see the operator's page. */
    isOperator: z.boolean(),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.infer<typeof Subscription>

const couponCode = { couponCode: CouponCode.optional() }
const PlanChoice = z.strictObject({ planType: PlanType, billingCycle: BillingCycle })

/** Limits of what is kept: it may exceed a smaller plan. */
export const heldLimits = ['maxAgents', 'maxUsers', 'storageBytes', 'maxContacts', 'retentionDays'] as const

/** A change of plan before it is confirmed. */
export const PlanChange = z
  .object({
    /** Minor units: the price, what a coupon takes off, what credit pays of it, and what is left to pay. */
    price: z.int(),
    discount: z.int(),
    credit: z.int(),
    amount: z.int(),
    currency: z.string(),
    /** Null: at once. */
    startsAt: Timestamp.nullable(),
    /** What the new plan does not allow any more. It is kept, and nothing can be added to it. */
    exceeds: z.array(z.object({ limit: z.enum(heldLimits), used: z.int(), allowed: z.int() })).max(10),
  })
  .meta({ id: 'PlanChange' })
export type PlanChange = z.infer<typeof PlanChange>

const PaymentOrder = z
  .object({
    keyId: z.string(),
    /** Minor units. */
    amount: z.int(),
    currency: z.string(),
    orderId: z.string(),
    /** Its number in the billing history. */
    receipt: z.string(),
    /** The checkout on the provider's own page; null: it opens in ours. */
    checkoutUrl: z.string().nullable(),
    /** The provider's name of the payer, for a checkout that keeps the way of payment. */
    customerId: z.string().nullable(),
    /** Where a bank transfer goes, in lines; its reference is `receipt`. */
    bankDetails: z.array(z.string()).max(20).nullable(),
  })
  .meta({ id: 'PaymentOrder' })
export type PaymentOrder = z.infer<typeof PaymentOrder>

const providerId = z.string().min(1).max(64)

const CreateOrderBody = z.discriminatedUnion('planType', [
  z.strictObject({
    planType: PlanType,
    billingCycle: BillingCycle,
    ...couponCode,
    /** The provider keeps the way of payment, and the next periods are paid with it. */
    renewsItself: z.boolean().optional(),
    /** Ignored: the catalogue has the price. */
    amount: z.number().optional(),
  }),
  z.strictObject({
    planType: z.literal('CONTRIBUTION'),
    billingCycle: z.literal('ONETIME'),
    /** Rupees times 100; whole rupees. */
    amount: z
      .int()
      .min(contributions.least * 100, billingTexts.tooLittle)
      .multipleOf(100, 'Enter whole rupees'),
  }),
  z.strictObject({ planType: z.literal('CREDITS'), billingCycle: z.literal('ONETIME'), amount: CreditAmount }),
  z.strictObject({
    planType: z.literal('ADD_ON'),
    billingCycle: z.literal('ONETIME'),
    addOn: AddOnName,
    quantity: z.int().min(1).max(mostAddOns),
  }),
])
export type CreateOrderBody = z.infer<typeof CreateOrderBody>

const SandboxResult = z.object({
  status: z.enum(['paid', 'failed', 'late']),
  paymentId: z.string().nullable(),
  signature: z.string().nullable(),
})

export const billing = operations('billing', 'billing:manage', {
  plans: get('/payments/plans', 'List the plans of this installation', { access: 'public', reply: z.array(Plan).max(20) }),
  subscription: get('/payments/subscription', 'Read the plan in force and how it is paid', {
    access: 'organizations:read',
    reply: Subscription,
  }),
  previewPlan: get('/payments/subscription/preview', 'Show what a change of plan costs, when it begins and what it no longer allows', {
    query: PlanChoice.extend(couponCode),
    reply: PlanChange,
    errors: [409],
  }),
  changePlan: post('/payments/subscription/change', 'Choose another plan or cycle for the end of the period; FREE cancels', {
    body: PlanChoice,
    reply: Subscription,
    errors: [409],
  }),
  resume: post('/payments/subscription/resume', 'Take back a change of plan that waits for the end of the period', {
    reply: Subscription,
    errors: [409],
  }),
  setRenewal: put('/payments/subscription/renewal', 'Switch the automatic renewal off, or on where a way of payment is kept', {
    body: z.strictObject({ renewsItself: z.boolean() }),
    reply: Subscription,
    whileSuspended: true,
    errors: [409],
  }),
  pause: post('/payments/subscription/pause', 'Pause a paid period: the limits of FREE meanwhile, the rest of the period afterwards', {
    reply: Subscription,
    transaction: false,
    errors: [409],
  }),
  unpause: post('/payments/subscription/unpause', 'Let a paused subscription go on', {
    reply: Subscription,
    transaction: false,
    errors: [409],
  }),
  invoices: get('/payments/invoices', 'List the last payments of an organization', { reply: z.array(BillingRecord).max(100) }),
  download: get('/payments/invoices/:id/download', 'Open the invoice of a payment, or a credit note', { file: 'text/html', errors: [409] }),
  downloadPdf: get('/payments/invoices/:id/pdf', 'The invoice of a payment, or a credit note, as PDF', {
    file: 'application/pdf',
    errors: [409, 503],
    rate: { max: 60, perSeconds: 60 },
    transaction: false,
  }),
  exportInvoices: get('/payments/invoices/export', 'All invoices and credit notes of the operator to this organization as CSV', {
    file: 'text/csv',
    errors: [503],
    rate: { max: 10, perSeconds: 60 },
    transaction: false,
    audited: true,
  }),
  createOrder: create('/payments/create-order', 'Create an order for a plan or a contribution', {
    body: CreateOrderBody,
    reply: PaymentOrder,
    status: 201,
    transaction: false,
    errors: [409, 503],
    rate: { max: 30, perSeconds: 3600 },
  }),
  verifyPayment: post(
    '/payments/verify-payment',
    'Prove a payment by the signature of the provider; the stored order decides what it buys',
    {
      body: z.strictObject({
        orderId: providerId,
        paymentId: providerId,
        signature: z.string().min(1).max(256),
        /** This and what follows is ignored. */
        amount: z.number().optional(),
        type: z.enum(['SUBSCRIPTION', 'CONTRIBUTION', 'CREDITS', 'ADD_ON']).optional(),
        planType: z.string().max(40).optional(),
        billingCycle: z.string().max(40).optional(),
      }),
      reply: z.object({ status: z.literal('activated') }),
      transaction: false,
      whileSuspended: true,
      errors: [400, 409],
    },
  ),
  receiveWebhook: post('/payments/webhooks/:provider', 'What the payment provider reports, signed over the bytes of its call', {
    access: 'public',
    params: z.strictObject({ provider: z.enum(['sandbox', 'razorpay', 'stripe']) }),
    upload: ['application/json'],
    raw: true,
    transaction: false,
    audited: false,
    bodyLimit: 256 * 1024,
    rate: { max: 6_000, perSeconds: 60 },
    ownLimitOnly: true,
    errors: [401],
  }),
  paySandbox: post('/payments/sandbox/pay', 'Pay an order at the sandbox provider: no money moves', {
    body: z.strictObject({ orderId: providerId, outcome: z.enum(['success', 'failure', 'late']) }),
    reply: SandboxResult,
    transaction: false,
    errors: [409],
  }),
})
