import { salesCredits } from '@imperium/contract/sales/sales-credits.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { applyCredit, readCredit, recordAdvance, refundCredit } from './change-credits.ts'

export const creditOperations = (platform: Platform) =>
  bindOperations(salesCredits, {
    read: ({ query }, { tx }) => readCredit(tx, query.contactId),
    advance: ({ body }, context) => recordAdvance(platform, context, body),
    refund: ({ body }, context) => refundCredit(platform, context, body),
    apply: ({ params, body }, context) => applyCredit(platform, context, params.id, body),
  })
