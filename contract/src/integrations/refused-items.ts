import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'
import { MessageKey } from '../kit/message-fields.ts'

/** Of one workflow: those that wait for a limit (the trigger stands still beyond), and the newest of the others. */
export const refusedItemLimits = { waiting: 1000, others: 200, days: 30, listed: 200 } as const

/** An item of a trigger that a workflow refused to start with. */
export const RefusedItem = z
  .object({
    id: Id,
    /** At the service. */
    itemId: z.string(),
    reason: z.string(),
    reasonKey: MessageKey.optional(),
    /** It was too large for a workflow: what is kept has its long texts and lists cut. */
    isShortened: z.boolean(),
    refusedAt: Timestamp,
    /** When it is tried again by itself; null where no later time helps. */
    retryAt: Timestamp.nullable(),
  })
  .meta({ id: 'RefusedTriggerItem' })
export type RefusedItem = z.infer<typeof RefusedItem>
