import type { Agent } from '@imperium/contract/agents.ts'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { AgentIcon } from '../agent-icon.tsx'
import { AgentMenu } from '../agent-menu.tsx'
import { AgentStatusDot } from '../agent-status.tsx'
import { typeLabels } from '../agent-labels.ts'
import { orderOf } from '../api.ts'
import type { AgentActions } from '../use-agent-actions.ts'
import type { AgentsView } from '../use-agents-view.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../agents.module.css'

export interface AgentRows {
  rows: readonly Agent[]
  loading: boolean
  hasMore: boolean
  loadingMore: boolean
  onLoadMore: () => void
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  actions: AgentActions
  view: AgentsView
}

const muted = (text: string) => <span className={styles.muted}>{text}</span>

function columnsFor(actions: AgentActions, view: AgentsView): readonly Column<Agent>[] {
  return [
    { id: 'agent', header: t('Agent'), width: 'minmax(0, 1fr)', sortBy: 'name', cell: (agent) => <AgentName agent={agent} /> },
    {
      id: 'status',
      header: t('Status'),
      width: '130px',
      sortBy: 'status',
      hideOn: 'phone',
      cell: (agent) => <AgentStatusDot status={agent.status} />,
    },
    { id: 'model', header: t('Model'), width: '150px', sortBy: 'model', hideOn: 'tablet', cell: (agent) => muted(agent.model) },
    {
      id: 'runs',
      header: t('Runs'),
      width: '104px',
      align: 'end',
      sortBy: 'usageCount',
      hideOn: 'phone',
      cell: (agent) => (agent.usageCount === 0 ? '–' : formatNumber(agent.usageCount)),
    },
    {
      id: 'success',
      header: t('Success||rate'),
      width: '98px',
      align: 'end',
      sortBy: 'successRate',
      hideOn: 'tablet',
      cell: (agent) => formatPercent(agent.successRate),
    },
    {
      id: 'used',
      header: t('Last used'),
      width: '136px',
      sortBy: 'lastUsedAt',
      hideOn: 'tablet',
      cell: (agent) => (
        <span className={styles.muted}>
          <RelativeTime at={agent.lastUsedAt} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: '',
      width: '48px',
      align: 'end',
      interactive: true,
      cell: (agent) => <AgentMenu agent={agent} actions={actions} view={view} />,
    },
  ]
}

/** The agents as rows; on phones each is a compact card of two lines. */
export function AgentsTable({ actions, view, totalCount, ...rows }: AgentRows & { totalCount: number | undefined }) {
  const { sort, direction } = orderOf(view.search)
  return (
    <DataTable
      label={t('Agents')}
      columns={columnsFor(actions, view)}
      rowId={(agent) => agent.id}
      rowLabel={(agent) => agent.name}
      totalCount={totalCount}
      sort={{ by: sort, order: direction }}
      onSort={({ by, order }) => view.change({ sort: order === 'desc' ? `-${by}` : by }, true)}
      onOpen={(agent) => view.openAgent(agent.id)}
      {...rows}
    />
  )
}

function AgentName({ agent }: { agent: Agent }) {
  return (
    <span className={styles.lineWide}>
      <AgentIcon type={agent.type} />
      <span className={styles.grow}>
        <span className={`${styles.truncateBlock} ${classes.name}`}>{agent.name}</span>
        <span className={`${styles.truncateBlock} ${styles.caption} ${classes.about}`}>{agent.description || typeLabels[agent.type]}</span>
        <span className={`${styles.truncateBlock} ${styles.caption} ${classes.phoneFacts}`}>
          <AgentStatusDot status={agent.status} /> {agent.model}
        </span>
      </span>
    </span>
  )
}
