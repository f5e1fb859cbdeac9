import { z } from 'zod'
import { Timestamp } from '../kit/fields.ts'
import { get, operations, put } from '../kit/operations.ts'

/** Rupees. */
export const creditAmounts = { presets: [500, 1_000, 5_000, 10_000], least: 100, most: 1_000_000 } as const
/** Days after which what is left of a top-up is worth nothing. */
export const creditDays = 365

/** Minor units; whole rupees. */
export const CreditAmount = z
  .int()
  .min(creditAmounts.least * 100, 'At least ₹100')
  .max(creditAmounts.most * 100, 'At most ₹10,00,000')
  .multipleOf(100, 'Enter whole rupees')

/** Prepaid AI credits: they pay what models cost, plus the margin of the plan. Amounts in minor units. */
export const AiCredits = z
  .object({
    /** False: this installation sells none. */
    isOffered: z.boolean(),
    currency: z.string(),
    /** Negative: models cost more than there was; the next top-up pays that first. */
    balance: z.int(),
    /** What expires first, with its day. */
    expiring: z.object({ amount: z.int(), at: Timestamp }).nullable(),
    /** Taken for model cost in this calendar month (UTC). */
    spentThisMonth: z.int(),
    /** Percent that the plan adds to what models cost. */
    marginPercent: z.int(),
    /** Minor units for a US dollar of model cost. */
    perDollar: z.int(),
    lowAt: z.int().nullable(),
    /** What is bought by itself at `lowAt`, and at most in a month. */
    automatic: z.object({ amount: z.int(), monthlyCap: z.int() }).nullable(),
    /** The provider can be asked to pay without a person. */
    canBeAutomatic: z.boolean(),
    /** Automatic top-ups wait for the next one of a person, whose card the provider keeps. */
    needsCard: z.boolean(),
    /** Why the last automatic top-up was not made: its monthly cap, no kept card, or the provider refused. */
    automaticFailure: z.enum(['cap', 'mandate', 'refused']).nullable(),
  })
  .meta({ id: 'AiCredits' })
export type AiCredits = z.infer<typeof AiCredits>

export const credits = operations('credits', 'billing:manage', {
  read: get('/payments/credits', 'Read the prepaid AI credits', { access: 'organizations:read', reply: AiCredits }),
  settings: put('/payments/credits/settings', 'Say when the owners are told of a low balance, and what is bought by itself then', {
    body: z
      .strictObject({
        lowAt: CreditAmount.nullable(),
        automatic: z.strictObject({ amount: CreditAmount, monthlyCap: CreditAmount }).nullable(),
      })
      .refine(({ lowAt, automatic }) => automatic === null || lowAt !== null, {
        path: ['lowAt'],
        error: 'Enter the balance at which to buy',
      })
      .refine(({ automatic }) => automatic === null || automatic.monthlyCap >= automatic.amount, {
        path: ['automatic', 'monthlyCap'],
        error: 'At least the amount of one top-up',
      }),
    reply: AiCredits,
    errors: [409],
  }),
})
