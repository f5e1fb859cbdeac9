import { salesRecurring } from '@imperium/contract/sales/sales-recurring.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readById } from '../documents/read-by-id.ts'
import { createRecurring, pauseRecurring, readRecurring, removeRecurring, resumeRecurring, updateRecurring } from './change-recurring.ts'
import { recurringPage, toRecurring } from './recurring-store.ts'

export const recurringOperations = (platform: Platform) =>
  bindOperations(salesRecurring, {
    list: ({ query }, { tx }) => readById(platform, tx, 'sales-recurring', query, recurringPage, toRecurring),
    create: ({ body }, context) => createRecurring(platform, context, body),
    read: ({ params }, { tx }) => readRecurring(tx, params.id),
    update: ({ params, body }, context) => updateRecurring(platform, context, params.id, body),
    pause: ({ params }, context) => pauseRecurring(platform, context, params.id),
    resume: ({ params }, context) => resumeRecurring(platform, context, params.id),
    remove: ({ params }, context) => removeRecurring(context, params.id),
  })
