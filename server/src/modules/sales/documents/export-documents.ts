import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvExport } from '../../../platform/resources/csv-export.ts'

const batch = 1_000

interface Exported<Filter, Row, Reply> {
  name: string
  columns: Readonly<Record<string, (reply: Reply) => string | number | null>>
  read: (tx: OrgTx, input: Filter & { limit: number; after: string | null }) => Promise<Row[]>
  toReply: (row: Row) => Reply
}

/** The list as CSV: all, or those that the filter finds. */
export function exportDocuments<Filter extends object, Row extends { id: string }, Reply>(
  { clock }: Pick<Platform, 'clock'>,
  { inOrg, audit }: Pick<OrgContext, 'inOrg' | 'audit'>,
  query: Filter,
  { name, columns, read, toReply }: Exported<Filter, Row, Reply>,
): Promise<FileResponse> {
  audit({ after: { filtered: Object.keys(query) } })
  return Promise.resolve(
    csvExport<Row, string>({
      name,
      now: clock.now(),
      head: Object.keys(columns),
      cells: (row) => {
        const reply = toReply(row)
        return Object.values(columns).map((cell) => cell(reply))
      },
      read: (after) =>
        inOrg(async (tx) => {
          const rows = await read(tx, { ...query, limit: batch, after })
          return { rows, next: rows.length < batch ? null : (rows.at(-1)?.id ?? null) }
        }),
    }),
  )
}
