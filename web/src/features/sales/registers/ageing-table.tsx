import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { formatMoney } from '../sales-labels.ts'
import { buckets } from './buckets.ts'
import type { AgeingRow, Bucket } from './buckets.ts'
import classes from '../sales.module.css'

const amount = (id: Bucket | 'total', header: string, hideOn?: 'tablet'): Column<AgeingRow> => ({
  id,
  header,
  width: 'minmax(104px, 1fr)',
  align: 'end',
  ...(hideOn ? { hideOn } : {}),
  cell: (row) => (row[id] === 0 ? '–' : <span className={classes.end}>{formatMoney(row[id], row.currency)}</span>),
})

const columns: readonly Column<AgeingRow>[] = [
  {
    id: 'customer',
    header: t('Customer'),
    width: 'minmax(120px, 1.4fr)',
    interactive: true,
    // A contact that was deleted still owes, and has no account to open.
    cell: ({ contactId, customer }) =>
      contactId === null ? customer : <OrgLink path={`sales-register?customer=${contactId}`}>{customer}</OrgLink>,
  },
  ...buckets.map(([id, header]) => amount(id, header, 'tablet')),
  amount('total', t('Total')),
]

/** What each customer owes in each currency, and below it each currency's sum. */
export function AgeingTable({ rows }: { rows: readonly AgeingRow[] }) {
  return (
    <DataTable
      label={t('What customers owe')}
      columns={columns}
      rows={[...rows, ...sumsOf(rows)]}
      rowId={({ contactId, customer, currency }) => `${contactId ?? customer} ${currency}`}
      rowLabel={({ customer, currency }) => `${customer} ${currency}`}
    />
  )
}

/** One row for each currency that more than one customer owes in. */
function sumsOf(rows: readonly AgeingRow[]): AgeingRow[] {
  const sums = new Map<AgeingRow['currency'], { count: number; sum: AgeingRow }>()
  for (const row of rows) {
    const { currency } = row
    const at = sums.get(currency)
    const customer = t('All customers ({currency})', { currency })
    const sum = at?.sum ?? { contactId: null, customer, currency, notDue: 0, to30: 0, to60: 0, to90: 0, over90: 0, total: 0 }
    sums.set(currency, {
      count: (at?.count ?? 0) + 1,
      sum: {
        ...sum,
        notDue: sum.notDue + row.notDue,
        to30: sum.to30 + row.to30,
        to60: sum.to60 + row.to60,
        to90: sum.to90 + row.to90,
        over90: sum.over90 + row.over90,
        total: sum.total + row.total,
      },
    })
  }
  return [...sums.values()].filter(({ count }) => count > 1).map(({ sum }) => sum)
}
