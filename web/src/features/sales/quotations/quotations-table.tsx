import type { SalesQuotation } from '@imperium/contract/sales/sales-quotations.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Rows } from '../../../ui/list/use-rows.ts'
import { Day, documentColumns } from '../documents/document-columns.tsx'
import { quotationLabels } from '../sales-labels.ts'

const columns = documentColumns<SalesQuotation['status'], SalesQuotation>(t('Number'), quotationLabels, [
  { id: 'validUntil', header: t('Valid until'), width: '128px', hideOn: 'tablet', cell: ({ validUntil }) => <Day date={validUntil} /> },
])

export function QuotationsTable({ onOpen, ...table }: Rows<SalesQuotation>['table'] & { onOpen: (quotation: SalesQuotation) => void }) {
  return (
    <DataTable
      label={t('Quotations')}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ number, customer }) => `${number} ${customer}`}
      onOpen={onOpen}
      {...table}
    />
  )
}
