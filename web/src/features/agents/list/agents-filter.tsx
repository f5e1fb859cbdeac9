import { agentStatuses } from '@imperium/contract/agents.ts'
import { plural, t } from '../../../lib/words.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { statusWords } from '../agent-words.ts'
import { filterOf } from '../api.ts'
import type { AgentCounts } from '../api.ts'
import type { AgentsView } from '../use-agents-view.ts'

const statusOptions = agentStatuses.map((status) => ({ value: status, label: statusWords[status] }))

/** Search, status, model, live count and view of the list. */
export function AgentsFilter({ view: { search, change }, stats }: { view: AgentsView; stats: AgentCounts | undefined }) {
  const { status = null } = filterOf(search)
  const models = [...new Set([...(search.model ? [search.model] : []), ...(stats?.models ?? [])])].toSorted()
  return (
    <FilterBar
      search={search.q ?? ''}
      onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
      searchLabel={t('Search agents')}
      filters={[
        { label: t('Status'), value: status, options: statusOptions, onChange: (next) => change({ status: next ?? undefined }) },
        {
          label: t('Model'),
          value: search.model ?? null,
          options: models.map((model) => ({ value: model, label: model })),
          onChange: (next) => change({ model: next ?? undefined }),
        },
      ]}
      count={stats ? plural(stats.matching, { one: '{count} agent', other: '{count} agents' }) : ''}
      view={search.view ?? 'list'}
      onView={(next) => change({ view: next === 'grid' ? 'grid' : undefined }, true)}
    />
  )
}
