import { salesStatements } from '@imperium/contract/sales/sales-statements.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import { writePdf } from '../../../platform/pdf/write-pdf.ts'
import { readStatement, statementPdf } from './read-statement.ts'

export const statementOperations = () =>
  bindOperations(salesStatements, {
    read: ({ query }, { tx }) => readStatement(tx, query),
    pdf: async ({ query }, { inOrg, org, caller }) => {
      const document = await inOrg((tx) => statementPdf(tx, query, caller.preferences.language))
      return { content: await writePdf({ orgId: org.id }, document), fileName: `statement-${query.from}-${query.to}.pdf` }
    },
  })
