import { salesStatements } from '@imperium/contract/sales/sales-statements.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import { writePdf } from '../../../platform/pdf/write-pdf.ts'
import { languageOfCustomer } from '../mail/language-of-customer.ts'
import { readStatement, statementPdf } from './read-statement.ts'

export const statementOperations = () =>
  bindOperations(salesStatements, {
    read: ({ query }, { tx }) => readStatement(tx, query),
    pdf: async ({ query }, { inOrg, org, caller }) => {
      // In the language of the customer, who reads it.
      const document = await inOrg(async (tx) =>
        statementPdf(tx, query, await languageOfCustomer(tx, query.contactId, caller.preferences.language)),
      )
      return { content: await writePdf({ orgId: org.id }, document), fileName: `statement-${query.from}-${query.to}.pdf` }
    },
  })
