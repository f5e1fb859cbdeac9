import { z } from 'zod'
import { messageKey } from '../kit/message-fields.ts'

/** A cell with an amount, a number or a day. */
const ImportedCell = z.object({
  /** Of the file. */
  line: z.int(),
  /** Heading of the cell. */
  column: z.string(),
  /** As it stands in the file. */
  text: z.string(),
  /** As it is stored: amounts and numbers with a decimal point and no thousands separator, days as YYYY-MM-DD. */
  stored: z.string(),
  /** Of an amount of money; null for quantities, percentages and days. */
  currency: z.string().nullable(),
})

/** A document or product of the file, as it is stored. */
const ImportedItem = z.object({
  /** Its first line in the file. */
  line: z.int(),
  name: z.string(),
  /** Hundredths: the total with tax of a document, the price of a product. */
  amount: z.int(),
  currency: z.string(),
})

/** What an import of a CSV file did, or (`check`) would do. */
export const SalesImport = z
  .object({
    created: z.int(),
    updated: z.int(),
    /** Rows that were left out. */
    faults: z
      .array(
        z.object({
          /** Of the file; the headings are line 1. */
          line: z.int(),
          /** Heading of the cell, or empty. */
          column: z.string(),
          message: z.string(),
          ...messageKey,
        }),
      )
      .max(100),
    /** How the cells of the rows without faults were read. */
    cells: z.array(ImportedCell).max(20_000),
    items: z.array(ImportedItem).max(2_000),
  })
  .meta({ id: 'SalesImport' })
export type SalesImport = z.infer<typeof SalesImport>

export const importQuery = z.strictObject({
  /** Only say what the import would do. */
  check: z.enum(['true', 'false']).default('false'),
})

export const importTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

export const importLimits = { bodyLimit: 1024 * 1024, rate: { max: 10, perSeconds: 60 } } as const
