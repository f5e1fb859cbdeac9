import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Rows } from '../../../ui/list/use-rows.ts'
import { formatMoney } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const columns: readonly Column<SalesProduct>[] = [
  {
    id: 'name',
    header: t('Name'),
    width: 'minmax(0, 1.6fr)',
    cell: ({ name }) => <span className={classes.number}>{name}</span>,
  },
  { id: 'sku', header: t('SKU'), width: '140px', hideOn: 'phone', cell: ({ sku }) => <span className={styles.muted}>{sku || '–'}</span> },
  {
    id: 'price',
    header: t('Unit price'),
    width: '150px',
    align: 'end',
    cell: ({ unitPrice, currency }) => <span className={classes.end}>{formatMoney(unitPrice, currency)}</span>,
  },
  {
    id: 'tax',
    header: t('Tax'),
    width: '90px',
    align: 'end',
    hideOn: 'tablet',
    cell: ({ taxBasisPoints }) => formatPercent(taxBasisPoints / 100),
  },
  {
    id: 'stock',
    header: t('In stock'),
    width: '100px',
    align: 'end',
    hideOn: 'phone',
    cell: ({ stock }) => (stock === null ? '–' : formatNumber(stock)),
  },
]

export function ProductsTable({ onOpen, ...table }: Rows<SalesProduct>['table'] & { onOpen: (row: SalesProduct) => void }) {
  return (
    <DataTable label={t('Products')} columns={columns} rowId={({ id }) => id} rowLabel={({ name }) => name} onOpen={onOpen} {...table} />
  )
}
