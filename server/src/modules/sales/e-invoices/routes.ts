import { salesEInvoices } from '@imperium/contract/sales/sales-e-invoices.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import { eInvoiceXml, facturX } from './write-e-invoice.ts'

export const eInvoiceOperations = () =>
  bindOperations(salesEInvoices, {
    xml: ({ params, query }, { tx }) => eInvoiceXml(tx, params.id, query),
    facturX: ({ params }, { inOrg, caller }) => facturX(inOrg, params.id, caller.preferences.language),
  })
