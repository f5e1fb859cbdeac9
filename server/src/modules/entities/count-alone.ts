import type { Database } from '../../platform/db/database.ts'
import { isFaithful } from './convert-value.ts'
import type { StoredRetired } from './definition.ts'
import { fromColumn, readValues } from './values-store.ts'
import type { ValueRow } from './values-store.ts'

const batch = 2_000

/** How many values of a retired column its successor does not have as they were. The column is not written any more, so the number stays. */
export async function countAlone(db: Database, orgId: string, table: string, { field, successor }: StoredRetired): Promise<number> {
  if (!successor) return 0
  let count = 0
  let after: string | null = null
  for (;;) {
    const place: string | null = after
    const rows: ValueRow[] = await db.withOrg(orgId, (tx) => readValues(tx, table, [field], { after: place, limit: batch, since: null }))
    for (const row of rows) {
      const value = fromColumn(row[field.column])
      if (value !== null && !isFaithful(field, successor, value)) count += 1
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < batch) return count
  }
}
