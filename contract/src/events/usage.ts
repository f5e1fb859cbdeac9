import { z } from 'zod'
import { defineInternalEvent } from '../kit/event.ts'

export const usageEvents = {
  /** The models of this month cost as much as a member has said. */
  alert: defineInternalEvent('usage.alert', z.object({ costMicros: z.int(), amountMicros: z.int() })),
}
