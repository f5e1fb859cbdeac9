import { agentStatuses } from '@imperium/contract/agents.ts'
import { formatCount, formatWord } from '../../lib/format.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { filterOf } from './api.ts'
import type { AgentCounts } from './api.ts'
import type { AgentsView } from './use-agents-view.ts'

const statusOptions = agentStatuses.map((status) => ({ value: status, label: formatWord(status) }))

/** Search, status, model, live count and view of the list. */
export function AgentsFilter({ view: { search, change }, stats }: { view: AgentsView; stats: AgentCounts | undefined }) {
  const { status = null } = filterOf(search)
  const models = [...new Set([...(search.model ? [search.model] : []), ...(stats?.models ?? [])])].toSorted()
  return (
    <FilterBar
      search={search.q ?? ''}
      onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
      searchLabel="Search agents"
      filters={[
        { label: 'Status', value: status, options: statusOptions, onChange: (next) => change({ status: next ?? undefined }) },
        {
          label: 'Model',
          value: search.model ?? null,
          options: models.map((model) => ({ value: model, label: model })),
          onChange: (next) => change({ model: next ?? undefined }),
        },
      ]}
      count={stats ? formatCount(stats.matching, 'agent') : ''}
      view={search.view ?? 'list'}
      onView={(next) => change({ view: next === 'grid' ? 'grid' : undefined }, true)}
    />
  )
}
