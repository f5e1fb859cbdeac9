import { Button, FileButton } from '@mantine/core'
import { IconReceipt, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useRef } from 'react'
import { salesExpenses } from '@imperium/contract/sales/sales-expenses.ts'
import { call } from '../../../lib/api.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { expensesQuery } from '../api.ts'
import type { ExpensesSearch } from '../sales-search.ts'

const ExpensesTable = lazy(async () => ({ default: (await import('./expenses-table.tsx')).ExpensesTable }))
const ExpensePanel = lazy(async () => ({ default: (await import('./expense-panel.tsx')).ExpensePanel }))
const RefusalDialog = lazy(async () => ({ default: (await import('./refusal-dialog.tsx')).RefusalDialog }))
const route = getRouteApi('/org/$orgSlug/sales-expense')

/** /org/{slug}/sales-expense: invoices of suppliers. */
export function ExpensesPage() {
  const search = route.useSearch()
  const change = changeSearch<ExpensesSearch>(route.useNavigate())
  const list = useRows(expensesQuery(search))
  const reading = useReading((expense) => change({ expense }))
  const opened = search.expense === undefined ? undefined : list.rows.find(({ id }) => id === search.expense)
  return (
    <ListPage
      title={t('Expenses')}
      subtitle={t('Invoices of your suppliers, read from their e-invoices.')}
      icon={IconReceipt}
      list={list}
      search={search}
      change={change}
      actions={<ReadButton loading={reading.isPending} onFile={reading.mutate} />}
      find={{ label: t('Search expenses') }}
      count={list.total === null ? '' : plural(list.total, { one: '{count} expense', other: '{count} expenses' })}
      failed={t('Expenses could not be loaded')}
      empty={{
        title: t('No expenses yet'),
        text: t('Read an e-invoice that a supplier sent you: XML of EN 16931, as UBL or CII.'),
      }}
      noMatch={{ title: t('No matches'), text: t('No expense fits the search.') }}
      renderRows={(table) => <ExpensesTable {...table} onOpen={({ id }) => change({ expense: id })} />}
    >
      <Overlays open={opened?.id ?? ''}>
        {opened && <ExpensePanel key={opened.id} expense={opened} onClose={() => change({ expense: undefined }, true)} />}
      </Overlays>
      <Overlays open={reading.error ? 'refusal' : ''}>
        {reading.error && <RefusalDialog error={reading.error} onClose={reading.reset} />}
      </Overlays>
    </ListPage>
  )
}

/** Reads a file into a draft, which opens then. */
function useReading(onRead: (id: string) => void) {
  return useMutation({
    mutationFn: (file: File) =>
      call(salesExpenses.importEInvoice, { query: { name: file.name.slice(0, 200) }, body: new Blob([file], { type: 'application/xml' }) }),
    meta: { silent: true, success: t('Draft expense created'), invalidates: [['sales-expenses']] },
    onSuccess: ({ id }) => onRead(id),
  })
}

function ReadButton({ loading, onFile }: { loading: boolean; onFile: (file: File) => void }) {
  const reset = useRef<() => void>(null)
  const refusal = useGate('sales:write')
  if (!useCan('sales:write')) return null
  // The same file can be chosen again after it was refused.
  const take = (file: File | null) => {
    reset.current?.()
    if (file) onFile(file)
  }
  return (
    <FileButton accept=".xml" resetRef={reset} onChange={take}>
      {(props) => (
        <Button
          {...props}
          leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
          loading={loading}
          disabled={refusal !== undefined}
          title={refusal}
        >
          {t('Read an e-invoice')}
        </Button>
      )}
    </FileButton>
  )
}
