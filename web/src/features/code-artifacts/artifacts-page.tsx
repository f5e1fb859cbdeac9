import { IconFileCode2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { artifactStatuses, artifactTypes } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { formatNumber } from '../../lib/format.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { artifactsQuery, statsQuery } from './api.ts'
import { statusLabels, typeLabels } from './artifact-labels.ts'
import type { ArtifactsSearch } from './artifacts-search.ts'

const ArtifactsTable = lazy(async () => ({ default: (await import('./artifacts-table.tsx')).ArtifactsTable }))
const ArtifactDialog = lazy(async () => ({ default: (await import('./artifact-dialog.tsx')).ArtifactDialog }))
const ArtifactPanel = lazy(async () => ({ default: (await import('./artifact-panel.tsx')).ArtifactPanel }))
const route = getRouteApi('/org/$orgSlug/code-artifacts')

/** /org/{slug}/code-artifacts: code that agents and people wrote, from its parser to its deployment. */
export function CodeArtifactsPage() {
  const search = route.useSearch()
  const change = changeSearch<ArtifactsSearch>(route.useNavigate())
  const mayWrite = useCan('code-artifacts:write')
  const refusal = useGate('code-artifacts:write')
  const list = useRows(artifactsQuery(search))
  const stats = useStats()
  const close = () => change({ create: undefined, artifact: undefined, tab: undefined, edit: undefined }, true)
  const isCreating = mayWrite && search.create === true
  return (
    <ListPage
      title={t('Code Artifacts')}
      subtitle={t('Code that agents and members wrote: parsed, reviewed, tested and deployed into the platform.')}
      icon={IconFileCode2}
      list={list}
      search={search}
      change={change}
      stats={stats}
      create={mayWrite ? { label: t('Write artifact'), refusal } : undefined}
      find={{ label: t('Search by name or reasoning') }}
      filters={[
        { key: 'status', label: t('Status'), options: artifactStatuses.map((value) => ({ value, label: statusLabels[value].label })) },
        { key: 'type', label: t('Type'), options: artifactTypes.map((value) => ({ value, label: typeLabels[value] })) },
      ]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} artifact', other: '{count} artifacts' })}
      failed={t('Code artifacts could not be loaded')}
      failedMore={t('Try again')}
      empty={{ title: t('No artifacts found'), text: t('Agents with the tool "Write code artifacts for review" store their code here.') }}
      noMatch={{ title: t('No artifacts found'), text: t('Nothing matches the search and the filters.') }}
      hidesEmptyBar
      renderRows={(table) => <ArtifactsTable {...table} onOpen={({ id }) => change({ artifact: id })} />}
    >
      <Overlays open={isCreating ? 'create' : ''}>
        {isCreating && (
          <ArtifactDialog
            artifact={null}
            refusal={refusal}
            onClose={close}
            onSaved={(id) => change({ create: undefined, artifact: id }, true)}
          />
        )}
      </Overlays>
      <Overlays open={search.artifact ?? ''}>
        {search.artifact && (
          <ArtifactPanel
            key={search.artifact}
            id={search.artifact}
            tab={search.tab ?? 'code'}
            isEditing={search.edit === true}
            change={change}
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
    label: t('Code artifacts'),
    loading: isPending,
    stats: [
      { label: t('Total'), value: number(data?.total) },
      { label: t('Deployed'), value: number(data?.deployed) },
      { label: t('Approved'), value: number(data?.approved) },
      { label: t('In Review'), value: number(data?.inReview) },
      { label: t('Syntax Valid'), value: number(data?.syntaxValid) },
    ],
  }
}
