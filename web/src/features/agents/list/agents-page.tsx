import { Button } from '@mantine/core'
import { IconBolt, IconFilterOff, IconPlus, IconRobot } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { agentStatuses } from '@imperium/contract/agents.ts'
import { withoutBlanks } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { EmptyPreview } from '../../../ui/feedback/empty-preview.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { useOrgTarget } from '../../../ui/page/org-link.tsx'
import { statusText } from '../agent-labels.ts'
import type { AgentsSearch } from '../agents-search.ts'
import { agentStatsQuery, agentsQuery, filterOf } from '../api.ts'
import { useAgentActions } from '../use-agent-actions.ts'
import { useAgentsView } from '../use-agents-view.ts'
import { agentFigures } from './agent-figures.ts'
import { BulkAgents } from './bulk-agents.tsx'

// One of the two views is on screen; the other is not loaded.
const AgentsTable = lazy(async () => ({ default: (await import('./agents-table.tsx')).AgentsTable }))
const AgentsGrid = lazy(async () => ({ default: (await import('./agents-grid.tsx')).AgentsGrid }))
const CreateAgentDialog = lazy(async () => ({ default: (await import('../editor/create-agent-dialog.tsx')).CreateAgentDialog }))
const AgentPanel = lazy(async () => ({ default: (await import('../detail/agent-panel.tsx')).AgentPanel }))

const statusOptions = agentStatuses.map((status) => ({ value: status, label: statusText[status] }))

/** /org/{slug}/agents: all agents of the organization; the page's state is in the URL. */
export function AgentsPage() {
  const view = useAgentsView()
  const { search, change } = view
  const filter = filterOf(search)
  const list = useRows(agentsQuery(search))
  const { data: stats, isError } = useQuery({ ...agentStatsQuery(search), placeholderData: keepPreviousData })
  const selection = useSelection(JSON.stringify(filter))
  const actions = useAgentActions({
    onDeleted: (id) => {
      selection.drop(id)
      if (search.agent === id) view.closeAgent()
    },
  })
  const refusal = useGate('agents:write')
  // A URL opens no form that the role may not save. An open form keeps its values when the organization is suspended.
  const isCreating = useCan('agents:write') && search.create
  const models = [...new Set([...(search.model ? [search.model] : []), ...(stats?.models ?? [])])].toSorted()
  const shared = { selected: selection.ids, onSelect: selection.set, actions, view }
  return (
    <ListPage
      title={t('AI Agents')}
      subtitle={t('Build, tune and run the agents of your workspace.')}
      icon={IconRobot}
      stats={agentFigures(stats, isError)}
      actions={<RunsLink />}
      list={list}
      search={withoutBlanks<AgentsSearch>({ ...search, status: filter.status })}
      change={change}
      find={{ label: t('Search agents') }}
      filters={[
        { key: 'status', label: t('Status'), options: statusOptions },
        { key: 'model', label: t('Model'), options: models.map((model) => ({ value: model, label: model })) },
      ]}
      count={stats ? plural(stats.matching, { one: '{count} agent', other: '{count} agents' }) : ''}
      view={{ value: search.view ?? 'list', onChange: (next) => change({ view: next === 'grid' ? 'grid' : undefined }, true) }}
      failed={t('Failed to load agents')}
      failedMore={t('Failed to load agents. Try again')}
      create={{ label: t('Create agent'), refusal }}
      empty={{
        title: t('No agents yet'),
        preview: (
          <EmptyPreview
            kind="rows"
            icon={IconRobot}
            items={[
              { title: t('Answers questions about deliveries'), value: t('Active') },
              { title: t('Sorts incoming requests'), value: t('Active') },
              { title: t('Writes product texts'), value: t('Active') },
            ]}
          />
        ),
        text: refusal ?? t('An agent is a model, a prompt and the tools it may use. Create the first one and run it.'),
        action: !refusal && (
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => change({ create: true })}>
            {t('Create your first agent')}
          </Button>
        ),
      }}
      noMatch={{ icon: IconFilterOff, title: t('No agents match'), text: t('Try another search term, or clear the filters.') }}
      renderRows={(table) =>
        search.view === 'grid' ? <AgentsGrid {...table} {...shared} /> : <AgentsTable {...table} {...shared} totalCount={stats?.matching} />
      }
    >
      <BulkAgents search={search} selection={selection} loadedCount={list.rows.length} matching={stats?.matching ?? 0} refusal={refusal} />
      <Overlays open={`${search.agent ?? ''}${isCreating ? 'create' : ''}`}>
        {isCreating && <CreateAgentDialog view={view} stats={stats} refusal={refusal} />}
        {search.agent && <AgentPanel key={search.agent} id={search.agent} view={view} actions={actions} />}
      </Overlays>
    </ListPage>
  )
}

function RunsLink() {
  const target = useOrgTarget('agents/runs')
  return (
    <Button variant="default" component={Link} {...target} leftSection={<IconBolt size={16} stroke={1.7} aria-hidden />}>
      {t('All runs')}
    </Button>
  )
}
