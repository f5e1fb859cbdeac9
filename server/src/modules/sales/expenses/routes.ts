import { salesExpenses } from '@imperium/contract/sales/sales-expenses.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readById } from '../documents/read-by-id.ts'
import { importEInvoice, recordExpense, removeExpense } from './change-expenses.ts'
import { expensePage, toExpense } from './expense-store.ts'

export const expenseOperations = (platform: Platform) =>
  bindOperations(salesExpenses, {
    list: ({ query }, { tx }) => readById(platform, tx, 'sales-expenses', query, expensePage, toExpense),
    importEInvoice: ({ body: { bytes } }, context) => importEInvoice(context, bytes),
    record: ({ params }, context) => recordExpense(platform, context, params.id),
    remove: ({ params }, context) => removeExpense(context, params.id),
  })
