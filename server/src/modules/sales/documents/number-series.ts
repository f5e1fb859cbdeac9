import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { financialYear, serialNumber } from '../../../platform/documents/serial-number.ts'

/**
 * The next number of a series, in the transaction of the document that gets it: its row stays locked until the commit, so that a refused
 * document uses none. At most 16 characters (rule 46(b) of the CGST Rules, 2017).
 */
export async function nextNumber(tx: OrgTx, prefix: string, day: string, yearStartMonth: number): Promise<string> {
  const period = financialYear(day, yearStartMonth)
  const row = await tx
    .insertInto('sales_series')
    .values({ org_id: tx.orgId, prefix, period, last_number: 1 })
    .onConflict((on) =>
      on.columns(['org_id', 'prefix', 'period']).doUpdateSet({ last_number: sql<number>`app.sales_series.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  const number = serialNumber(prefix, period, row.last_number)
  if (number === null) throw conflict('This number series is used up. Choose another prefix in the sales settings.')
  return number
}
