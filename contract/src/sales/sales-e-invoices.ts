import { z } from 'zod'
import { Id } from '../kit/fields.ts'
import { get, operations } from '../kit/operations.ts'

const eInvoiceSyntaxes = ['ubl', 'cii'] as const
export type EInvoiceSyntax = (typeof eInvoiceSyntaxes)[number]

/** European e-invoices of issued invoices (EN 16931). */
export const salesEInvoices = operations('sales-e-invoices', 'sales:read', {
  xml: get('/sales-invoices/:id/xml', 'An issued invoice, or a credit note of it, as XML of EN 16931: UBL or CII', {
    query: z.strictObject({ syntax: z.enum(eInvoiceSyntaxes).default('ubl'), creditNoteId: Id.optional() }),
    file: 'application/xml',
    errors: [409],
    rate: { max: 60, perSeconds: 60 },
  }),
  facturX: get('/sales-invoices/:id/factur-x', 'An issued invoice as Factur-X: its PDF with the XML inside', {
    file: 'application/pdf',
    transaction: false,
    errors: [409, 503],
    rate: { max: 60, perSeconds: 60 },
  }),
})
