import { Button } from '@mantine/core'
import { IconDatabase, IconGauge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { entitiesQuery, statsQuery } from './api.ts'
import type { EntitiesSearch } from './entities-search.ts'
import { statusLabels } from './entity-labels.ts'
import { useEntityActions } from './use-entity-actions.ts'

// One of the two views is on screen; the other is not loaded.
const EntityCards = lazy(async () => ({ default: (await import('./entity-cards.tsx')).EntityCards }))
const EntitiesTable = lazy(async () => ({ default: (await import('./entities-table.tsx')).EntitiesTable }))
const EntityPanel = lazy(async () => ({ default: (await import('./entity-panel.tsx')).EntityPanel }))
const EntityDialog = lazy(async () => ({ default: (await import('./entity-dialog.tsx')).EntityDialog }))
const DifferenceDialog = lazy(async () => ({ default: (await import('./difference-dialog.tsx')).DifferenceDialog }))
const LimitsPanel = lazy(async () => ({ default: (await import('./limits-panel.tsx')).LimitsPanel }))
const route = getRouteApi('/org/$orgSlug/entities')

const statuses = (['active', 'draft', 'deprecated', 'archived'] as const).map((value) => ({ value, label: statusLabels[value].label }))

/** /org/{slug}/entities: the record types of the organization, and those of the product. */
export function EntitiesPage() {
  const search = route.useSearch()
  const change = changeSearch<EntitiesSearch>(route.useNavigate())
  const mayManage = useCan('entities:manage')
  const refusal = useGate('entities:manage')
  const list = useRows(entitiesQuery(search))
  const stats = useStats()
  const close = () => change({ create: undefined, edit: undefined, change: undefined }, true)
  const actions = useEntityActions()
  const form = mayManage ? (search.edit ?? (search.create ? 'create' : '')) : ''
  const shared = { mayManage, refusal, actions, change }
  return (
    <ListPage
      title={t('Entity Definitions')}
      subtitle={t('Your own record types: their fields, and the tables that hold their records.')}
      icon={IconDatabase}
      list={list}
      search={search}
      change={change}
      stats={stats}
      actions={
        <Button variant="default" leftSection={<IconGauge size={16} stroke={1.8} aria-hidden />} onClick={() => change({ limits: true })}>
          {t('Limits')}
        </Button>
      }
      create={mayManage ? { label: t('Create Entity'), refusal } : undefined}
      find={{ label: t('Search entities') }}
      filters={[{ key: 'status', label: t('Status'), options: statuses }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} entity', other: '{count} entities' })}
      view={{ value: search.view ?? 'grid', onChange: (next) => change({ view: next === 'list' ? 'list' : undefined }, true) }}
      failed={t('Entities could not be loaded')}
      failedMore={t('Try again')}
      empty={{ title: t('No entities yet'), text: t('An entity is a record type of your own, with the fields that you need.') }}
      noMatch={{ title: t('No entities found'), text: t('No entity fits the search and the filter.') }}
      renderRows={(table) => (search.view === 'list' ? <EntitiesTable {...table} {...shared} /> : <EntityCards list={list} {...shared} />)}
    >
      <Overlays open={search.entity ?? ''}>
        {search.entity && (
          <EntityPanel key={search.entity} id={search.entity} {...shared} onClose={() => change({ entity: undefined }, true)} />
        )}
      </Overlays>
      <Overlays open={search.limits ? 'limits' : ''}>
        {search.limits && <LimitsPanel onClose={() => change({ limits: undefined }, true)} />}
      </Overlays>
      <Overlays open={form || (search.change ?? '')}>
        {form !== '' && <EntityDialog key={form} id={search.edit ?? null} refusal={refusal} onClose={close} />}
        {form === '' && mayManage && search.change && <DifferenceDialog id={search.change} refusal={refusal} onClose={close} />}
      </Overlays>
    </ListPage>
  )
}

function useStats() {
  const { data, isPending } = useQuery(statsQuery)
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))
  return {
    label: t('Entity Definitions'),
    loading: isPending,
    stats: [
      { label: t('Total'), value: number(data?.total) },
      { label: t('Active'), value: number(data?.active) },
      { label: t('Draft'), value: number(data?.draft) },
      { label: t('System Entities'), value: number(data?.system) },
    ],
  }
}
