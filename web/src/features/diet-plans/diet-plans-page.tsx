import { Button } from '@mantine/core'
import { IconSalad } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { dietPlanStatuses } from '@imperium/contract/diet-plans/diet-plan.ts'
import { formatNumber } from '../../lib/format.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { dietPlansQuery, statsQuery } from './api.ts'
import { statusLabels } from './diet-plan-labels.ts'
import type { DietPlansSearch } from './diet-plans-search.ts'

const DietPlansTable = lazy(async () => ({ default: (await import('./diet-plans-table.tsx')).DietPlansTable }))
const GeneratePanel = lazy(async () => ({ default: (await import('./generate-panel.tsx')).GeneratePanel }))
const DietPlanPanel = lazy(async () => ({ default: (await import('./diet-plan-panel.tsx')).DietPlanPanel }))
const OwnFoodsDialog = lazy(async () => ({ default: (await import('./own-foods-dialog.tsx')).OwnFoodsDialog }))
const route = getRouteApi('/org/$orgSlug/patient-diet-plan')

/** /org/{slug}/patient-diet-plan: diet plans of patients. */
export function DietPlansPage() {
  const search = route.useSearch()
  const change = changeSearch<DietPlansSearch>(route.useNavigate())
  const mayWrite = useCan('health:write')
  const refusal = useGate('health:write')
  const list = useRows(dietPlansQuery(search))
  const stats = useStats()
  const close = () => change({ create: undefined, plan: undefined, tab: undefined }, true)
  const isCreating = mayWrite && search.create === true
  return (
    <ListPage
      title={t('Patient Diet Plan')}
      subtitle={t('Diet plans by AI, computed from a food table and reviewed by a clinician. Not medical advice.')}
      icon={IconSalad}
      list={list}
      search={search}
      change={change}
      stats={stats}
      actions={
        <Button variant="default" onClick={() => change({ foods: true })}>
          {t('Own foods')}
        </Button>
      }
      create={mayWrite ? { label: t('Generate Diet Plan'), refusal } : undefined}
      find={{ label: t('Search by patient name or disease') }}
      filters={[{ key: 'status', label: t('Status'), options: dietPlanStatuses.map((value) => ({ value, label: statusLabels[value] })) }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} plan', other: '{count} plans' })}
      failed={t('Diet plans could not be loaded')}
      failedMore={t('Try again')}
      empty={{
        title: t('No diet plans found. Generate your first diet plan!'),
        text: t('Each plan is written in the background and waits for a review.'),
      }}
      noMatch={{ title: t('No matches'), text: t('No patient or disease begins with this text.') }}
      hidesEmptyBar
      renderRows={(table) => <DietPlansTable {...table} mayWrite={mayWrite} refusal={refusal} onOpen={({ id }) => change({ plan: id })} />}
    >
      <Overlays open={isCreating ? 'create' : ''}>
        {isCreating && <GeneratePanel refusal={refusal} onClose={close} onCreated={(plan) => change({ create: undefined, plan }, true)} />}
      </Overlays>
      <Overlays open={search.foods ? 'foods' : ''}>
        {search.foods && (
          <OwnFoodsDialog
            refusal={mayWrite ? refusal : t('Your role may not work with health data')}
            onClose={() => change({ foods: undefined }, true)}
          />
        )}
      </Overlays>
      <Overlays open={search.plan ?? ''}>
        {search.plan && (
          <DietPlanPanel
            key={search.plan}
            id={search.plan}
            tab={search.tab ?? 'days'}
            mayWrite={mayWrite}
            refusal={refusal}
            onTab={(tab) => change({ tab: tab === 'days' ? undefined : tab }, true)}
            onClose={close}
          />
        )}
      </Overlays>
    </ListPage>
  )
}

function useStats() {
  const { data, isPending } = useQuery(statsQuery)
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))
  return {
    label: t('Diet plans'),
    loading: isPending,
    stats: [
      { label: t('Total plans'), value: number(data?.total) },
      { label: t('Active'), value: number(data?.active) },
      { label: t('Completed'), value: number(data?.completed) },
      { label: t('Other'), value: number(data?.other), hint: t('Not reviewed, not started or withdrawn') },
    ],
  }
}
