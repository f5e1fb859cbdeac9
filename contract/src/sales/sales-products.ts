import { z } from 'zod'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'
import { create, get, list, operations, post, update } from '../kit/operations.ts'
import { SalesImport, importLimits, importQuery, importTypes } from './sales-imports.ts'
import { Amount, Currency, codeFormat, salesCurrencies, salesLimits } from './sales-documents.ts'
import { taxCategories } from './compute-tax.ts'
import { unitCodes } from './units.ts'

const price = z.int('Unit price is required').min(0).max(salesLimits.unitPrice)

export const SalesProduct = z
  .object({
    id: Id,
    name: z.string(),
    sku: z.string(),
    code: z.string(),
    currency: Currency,
    unitPrice: Amount,
    /** In other currencies. */
    prices: z.array(z.object({ currency: Currency, unitPrice: Amount })).max(salesCurrencies.length),
    /** Unit quantity code, or empty. */
    unit: z.string(),
    taxBasisPoints: z.int(),
    taxCategory: z.enum(taxCategories),
    /** How many are there; null: not counted. */
    stock: z.number().nullable(),
    archivedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SalesProduct' })
export type SalesProduct = z.infer<typeof SalesProduct>

const fields = {
  name: required(300, 'Name is required'),
  sku: line(60).default(''),
  /** HSN of goods, SAC of services. */
  code: line(8).regex(codeFormat, 'Use 4, 6 or 8 digits').default(''),
  /** That of the sales settings unless given. */
  currency: Currency.optional(),
  unitPrice: price,
  prices: z
    .array(z.strictObject({ currency: Currency, unitPrice: price }))
    .max(salesCurrencies.length)
    .default([]),
  unit: z.enum(unitCodes).default(''),
  taxBasisPoints: z.int('Tax rate is required').min(0).max(10_000).default(0),
  taxCategory: z.enum(taxCategories).default('standard'),
  stock: z.number().min(0).max(salesLimits.quantity).nullable().default(null),
}
export const SalesProductBody = z.strictObject(fields)
export type SalesProductBody = z.infer<typeof SalesProductBody>
export const UpdateSalesProductBody = z.strictObject({ ...fields, updatedAt: Timestamp.optional() })

const filter = { q: text(200).optional(), archived: z.enum(['true', 'false']).default('false') }

export const salesProducts = operations(
  'sales-products',
  { read: 'sales:read', write: 'sales:write' },
  {
    list: list('/sales-products', 'List products by name', { row: SalesProduct, filter, v1: true }),
    exportList: get('/sales-products/export', 'Products as CSV', {
      access: 'sales:write',
      query: z.strictObject(filter),
      file: 'text/csv',
      errors: [503],
      rate: { max: 10, perSeconds: 60 },
      transaction: false,
      audited: true,
    }),
    importList: post(
      '/sales-products/import',
      'Create products from CSV, and change those whose SKU is known; rows with faults are named',
      {
        upload: importTypes,
        query: importQuery,
        reply: SalesImport,
        bodyLimit: importLimits.bodyLimit,
        rate: importLimits.rate,
      },
    ),
    create: create('/sales-products', 'Create a product', { body: SalesProductBody, reply: SalesProduct, v1: true }),
    read: get('/sales-products/:id', 'Read a product', { reply: SalesProduct, v1: true }),
    update: update('/sales-products/:id', 'Change a product', { body: UpdateSalesProductBody, reply: SalesProduct, v1: true }),
    archive: post('/sales-products/:id/archive', 'Archive a product: it is not offered any more', { reply: SalesProduct, v1: true }),
    restore: post('/sales-products/:id/restore', 'Offer an archived product again', { reply: SalesProduct, v1: true }),
  },
)
