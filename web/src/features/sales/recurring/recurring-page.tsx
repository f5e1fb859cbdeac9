import { IconRepeat } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { recurringListQuery } from '../api.ts'
import type { RecurringSearch } from '../sales-search.ts'

const RecurringPanel = lazy(async () => ({ default: (await import('./recurring-panel.tsx')).RecurringPanel }))
const RecurringDialog = lazy(async () => ({ default: (await import('../editor/recurring-dialog.tsx')).RecurringDialog }))
const RecurringTable = lazy(async () => ({ default: (await import('./recurring-table.tsx')).RecurringTable }))
const route = getRouteApi('/org/$orgSlug/sales-recurring')

/** /org/{slug}/sales-recurring: invoices that come round. */
export function RecurringPage() {
  const search = route.useSearch()
  const change = changeSearch<RecurringSearch>(route.useNavigate())
  const mayWrite = useCan('sales:write')
  const refusal = useGate('sales:write')
  const list = useRows(recurringListQuery(search))
  const form = mayWrite ? (search.edit ?? (search.create ? 'create' : '')) : ''
  return (
    <ListPage
      title={t('Recurring Invoices')}
      subtitle={t('Invoices that are made every week, month or year.')}
      icon={IconRepeat}
      list={list}
      search={search}
      change={change}
      create={mayWrite ? { label: t('New Recurring Invoice'), refusal } : undefined}
      find={{ label: t('Search recurring invoices') }}
      count={list.total === null ? '' : plural(list.total, { one: '{count} recurring invoice', other: '{count} recurring invoices' })}
      failed={t('Recurring invoices could not be loaded')}
      empty={{ title: t('No recurring invoices yet'), text: t('Set one up for rent, retainers or subscriptions of your customers.') }}
      noMatch={{ title: t('No matches'), text: t('No recurring invoice fits the search.') }}
      hidesEmptyBar
      renderRows={(table) => <RecurringTable {...table} onOpen={({ id }) => change({ recurring: id })} />}
    >
      <Overlays open={search.recurring ?? ''}>
        {search.recurring && (
          <RecurringPanel
            key={search.recurring}
            id={search.recurring}
            refusal={refusal}
            onEdit={(id) => change({ edit: id })}
            onClose={() => change({ recurring: undefined }, true)}
          />
        )}
      </Overlays>
      <Overlays open={form}>
        {form !== '' && (
          <RecurringDialog
            key={form}
            id={search.edit ?? null}
            refusal={refusal}
            onClose={() => change({ create: undefined, edit: undefined }, true)}
            onSaved={(id) => change({ create: undefined, edit: undefined, recurring: id }, true)}
          />
        )}
      </Overlays>
    </ListPage>
  )
}
