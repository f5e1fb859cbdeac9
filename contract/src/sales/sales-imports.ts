import { z } from 'zod'
import { messageKey } from '../kit/message-fields.ts'

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
  })
  .meta({ id: 'SalesImport' })
export type SalesImport = z.infer<typeof SalesImport>

export const importQuery = z.strictObject({
  /** Only say what the import would do. */
  check: z.enum(['true', 'false']).default('false'),
})

export const importLimits = { bodyLimit: 1024 * 1024, rate: { max: 10, perSeconds: 60 } } as const
