import { Button } from '@mantine/core'
import { IconBolt, IconFilterOff, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { runStatuses } from '@imperium/contract/runs.ts'
import { agentsByName } from '../../../lib/queries/agents-by-name.ts'
import { formatDate } from '../../../lib/format.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { ListFilter } from '../../../ui/list/list-view.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { useOrgTarget } from '../../../ui/page/org-link.tsx'
import { runStatusLabels } from '../agent-labels.ts'
import type { RunsSearch } from '../agents-search.ts'
import { allRunsQuery } from '../api.ts'
import type { RunsFilter } from '../api.ts'

const AllRunsTable = lazy(async () => ({ default: (await import('./all-runs-table.tsx')).AllRunsTable }))
const RunPanel = lazy(async () => ({ default: (await import('./run-panel.tsx')).RunPanel }))
const route = getRouteApi('/org/$orgSlug/agents_/runs')

const statusOptions = [
  { value: 'open', label: t('Not ended') },
  { value: 'ended', label: t('Ended||runs') },
  ...runStatuses.map((status) => ({ value: status, label: runStatusLabels[status] })),
]
const periodHours = { day: 24, week: 7 * 24, month: 30 * 24 } as const
const periodOptions = [
  { value: 'day', label: t('Last 24 hours') },
  { value: 'week', label: t('Last 7 days') },
  { value: 'month', label: t('Last 30 days') },
]

/** The URL's filters as the server's query. */
const filterOf = ({ q, agent, status, since, period }: RunsSearch, nowMs: number): RunsFilter => ({
  ...(q ? { q } : {}),
  ...(agent ? { agentId: agent } : {}),
  ...(status ? { status } : {}),
  ...(since ? { from: since } : {}),
  ...(period ? { from: new Date(nowMs - periodHours[period] * 3_600_000).toISOString() } : {}),
})

/** /org/{slug}/agents/runs: the runs of all agents, newest first; one opens with its steps. */
export function RunsPage() {
  const search = route.useSearch()
  const change = changeSearch<RunsSearch>(route.useNavigate())
  // Fixed while the page is open: a filter that moves with the clock would create a new list with each request.
  const [nowMs] = useState(() => Date.now())
  const list = useRows(allRunsQuery(filterOf(search, nowMs)))
  const toAgents = useOrgTarget('agents')
  const count = plural(list.rows.length, { one: '{count} run', other: '{count} runs' })
  return (
    <ListPage
      title={t('Agent runs')}
      subtitle={t('What your agents were asked, what they did, and what it cost.')}
      icon={IconBolt}
      actions={
        <Button variant="default" component={Link} {...toAgents} leftSection={<IconRobot size={16} stroke={1.7} aria-hidden />}>
          {t('AI Agents')}
        </Button>
      }
      list={list}
      search={search}
      change={change}
      find={{ label: t('Search by agent') }}
      filters={useFilters(search.since)}
      count={list.table.loading ? '' : list.total === null ? t('{count} shown', { count }) : count}
      failed={t('Runs could not be loaded')}
      failedMore={t('More runs could not be loaded. Try again')}
      empty={{ title: t('No runs yet'), text: t('Every run of an agent appears here with all its steps.') }}
      noMatch={{ icon: IconFilterOff, title: t('No runs match'), text: t('Try another search term, or clear the filters.') }}
      hidesEmptyBar
      renderRows={(table) => <AllRunsTable {...table} onOpen={({ id }) => change({ run: id })} />}
    >
      <Overlays open={search.run ?? ''}>
        {search.run && <RunPanel key={search.run} id={search.run} onClose={() => change({ run: undefined })} />}
      </Overlays>
    </ListPage>
  )
}

function useFilters(since: string | undefined): ListFilter<RunsSearch>[] {
  const names = useQuery(agentsByName)
  const agents = (names.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return [
    { key: 'agent', label: t('Agent'), options: agents },
    { key: 'status', label: t('Status'), options: statusOptions },
    // Only a link sets a moment, such as a figure of the dashboard.
    since
      ? { key: 'since', label: t('Since'), options: [{ value: since, label: t('Since {date}', { date: formatDate(since) }) }] }
      : { key: 'period', label: t('Period'), options: periodOptions },
  ]
}
