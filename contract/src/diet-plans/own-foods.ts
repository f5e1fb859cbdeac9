import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'
import { messageKey } from '../kit/message-fields.ts'

export const ownFoodLimits = { rows: 2_000, foods: 5_000 } as const

/** A food that the organization added to the food table. Amounts are of 100 g; null: not measured, which is not 0. */
export const OwnFood = z
  .object({
    id: Id,
    name: z.string(),
    kcal: z.number().nullable(),
    protein: z.number().nullable(),
    carbs: z.number().nullable(),
    fat: z.number().nullable(),
    /** Milligrams. */
    sodium: z.number().nullable(),
    /** One household measure, and its grams. */
    measure: z.string().nullable(),
    measureGrams: z.number().nullable(),
    /** Where its numbers come from. */
    source: z.string(),
    addedBy: z.string(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'OwnFood' })
export type OwnFood = z.infer<typeof OwnFood>

export const OwnFoodImport = z
  .object({
    created: z.int(),
    updated: z.int(),
    /** Rows that were left out. */
    faults: z.array(z.object({ line: z.int(), column: z.string(), message: z.string(), ...messageKey })),
  })
  .meta({ id: 'OwnFoodImport' })
export type OwnFoodImport = z.infer<typeof OwnFoodImport>
