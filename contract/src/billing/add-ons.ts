import { z } from 'zod'
import { get, operations, put } from '../kit/operations.ts'
import type { PlanLimits } from '../plans.ts'

const gib = 1024 ** 3

export const addOnNames = ['SEATS', 'CONTACTS', 'MESSAGES', 'RUNS', 'STORAGE'] as const
export const AddOnName = z.enum(addOnNames)
export type AddOnName = z.infer<typeof AddOnName>

/** What one of each raises, and its price a month in paise, tax included; a year costs twelve months less a fifth. */
export const addOnCatalogue: Readonly<Record<AddOnName, { limit: keyof PlanLimits; step: number; monthlyPrice: number }>> = {
  SEATS: { limit: 'maxUsers', step: 1, monthlyPrice: 19_900 },
  CONTACTS: { limit: 'maxContacts', step: 100_000, monthlyPrice: 49_900 },
  MESSAGES: { limit: 'messagesPerMonth', step: 500_000, monthlyPrice: 49_900 },
  RUNS: { limit: 'runsPerMonth', step: 100_000, monthlyPrice: 99_900 },
  STORAGE: { limit: 'storageBytes', step: 100 * gib, monthlyPrice: 29_900 },
}
/** In one order, and of one kind in all. */
export const mostAddOns = 1_000
export const mostAddOnsInAll = 10_000

export const AddOn = z
  .object({
    addOn: AddOnName,
    /** What one adds to which limit of the plan. */
    limit: z.enum(['maxUsers', 'maxContacts', 'messagesPerMonth', 'runsPerMonth', 'storageBytes']),
    step: z.int(),
    quantity: z.int(),
    /** From the next period on. */
    nextQuantity: z.int(),
    /** Of one for a whole period of the running cycle, and for the rest of this period. Minor units. */
    price: z.int(),
    priceNow: z.int(),
    currency: z.string(),
  })
  .meta({ id: 'AddOn' })
export type AddOn = z.infer<typeof AddOn>

export const addOns = operations('add-ons', 'billing:manage', {
  list: get('/payments/add-ons', 'List the add-on seats and packs with what is bought of them; empty without a running paid period', {
    access: 'organizations:read',
    reply: z.array(AddOn).max(addOnNames.length),
  }),
  keep: put('/payments/add-ons', 'Say how many of an add-on the next period has; more are bought by an order', {
    body: z.strictObject({ addOn: AddOnName, nextQuantity: z.int().min(0).max(mostAddOnsInAll) }),
    reply: z.array(AddOn).max(addOnNames.length),
    errors: [409],
  }),
})
