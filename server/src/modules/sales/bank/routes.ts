import { salesBank } from '@imperium/contract/sales/sales-bank.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readById } from '../documents/read-by-id.ts'
import { bankLinePage } from './bank-store.ts'
import { importStatement } from './import-statement.ts'
import { comparedInvoices, ignoreBankLine, matchBankLine, toBankLine } from './match-line.ts'

export const bankOperations = (platform: Platform) =>
  bindOperations(salesBank, {
    list: async ({ query }, { tx }) => {
      // The page is the last statement of the transaction.
      const invoices = await comparedInvoices(tx)
      return readById(platform, tx, 'sales-bank', query, bankLinePage, (row) => toBankLine(row, invoices))
    },
    importStatement: ({ body: { bytes }, query: { name } }, context) => importStatement(context, bytes, name),
    match: ({ params, body }, context) => matchBankLine(platform, context, params.id, body.invoiceId),
    ignore: ({ params }, context) => ignoreBankLine(platform, context, params.id),
  })
