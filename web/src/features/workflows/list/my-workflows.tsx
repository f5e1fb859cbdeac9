import { Button } from '@mantine/core'
import { IconFilterOff, IconHierarchy2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { workflowStatuses } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowSorts } from '@imperium/contract/workflows/workflows.ts'
import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { formatDecimal, formatNumber } from '../../../lib/format.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { EmptyPreview } from '../../../ui/feedback/empty-preview.tsx'
import { CardList } from '../../../ui/list/card-list.tsx'
import { ListView } from '../../../ui/list/list-view.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { PublishTemplateDialog } from '../../templates/index.ts'
import { workflowStatsQuery, workflowsQuery } from '../api.ts'
import { useWorkflowActions } from '../use-workflow-actions.ts'
import { WorkflowCard } from './workflow-card.tsx'
import { statusText } from '../workflow-labels.ts'
import type { WorkflowsSearch } from '../workflows-search.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../workflows.module.css'

const StartDialog = lazy(async () => ({ default: (await import('../start-dialog.tsx')).StartDialog }))
const statusOptions = workflowStatuses.map((status) => ({ value: status, label: statusText[status] }))
const sortLabels: Record<(typeof workflowSorts)[number], string> = {
  createdAt: t('Newest first'),
  updatedAt: t('Recently changed'),
  name: t('Name'),
  executions: t('Most runs'),
  lastRun: t('Last run'),
}
const sortOptions = workflowSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))

interface MyWorkflowsProps {
  search: WorkflowsSearch
  change: ChangeSearch<WorkflowsSearch>
  /** Why none may be created. */
  refusal: string | undefined
}

const cardSize = { widthPx: 350, heightPx: 212 }

/** The workflows of the organization with their figures. */
export function MyWorkflows({ search, change, refusal }: MyWorkflowsProps) {
  const list = useRows(workflowsQuery(search))
  const actions = useWorkflowActions()
  const [dialog, setDialog] = useState<{ kind: 'start' | 'template'; workflow: Workflow } | null>(null)
  const close = () => setDialog(null)
  const count = plural(list.rows.length, { one: '{count} workflow', other: '{count} workflows' })
  return (
    <div className={styles.stack}>
      <Summary />
      <ListView
        icon={IconHierarchy2}
        list={list}
        search={search}
        change={change}
        find={{ label: t('Search workflows') }}
        filters={[
          { key: 'status', label: t('Status'), options: statusOptions },
          { key: 'sort', label: t('Sort by'), options: sortOptions, usual: 'createdAt' },
        ]}
        count={list.table.loading ? '' : list.total === null ? t('{count} shown', { count }) : count}
        failed={t('Failed to load workflows')}
        empty={{
          title: t('No workflows yet'),
          text: refusal ?? t('Start with an empty canvas, or with a ready-to-use template.'),
          preview: (
            <EmptyPreview
              kind="steps"
              icon={IconHierarchy2}
              items={[{ title: t('Order arrives') }, { title: t('Amount over 500?') }, { title: t('Ask the team') }]}
            />
          ),
          action: !refusal && <FirstSteps change={change} />,
        }}
        noMatch={{ icon: IconFilterOff, title: t('No workflows match'), text: t('Try adjusting your filters') }}
        renderRows={() => (
          <CardList
            list={list}
            label={t('Workflows')}
            size={cardSize}
            rowId={({ id }) => id}
            renderCard={(workflow) => (
              <WorkflowCard workflow={workflow} actions={actions} onDialog={(kind) => setDialog({ kind, workflow })} />
            )}
          />
        )}
      />
      <Overlays open={dialog?.kind ?? ''}>
        {dialog?.kind === 'start' && <StartDialog workflow={dialog.workflow} onClose={close} />}
        {dialog?.kind === 'template' && <PublishTemplateDialog category="workflow" source={dialog.workflow} onClose={close} />}
      </Overlays>
    </div>
  )
}

function FirstSteps({ change }: Pick<MyWorkflowsProps, 'change'>) {
  return (
    <div className={classes.row}>
      <Button variant="default" leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => change({ create: true })}>
        {t('Create your first workflow')}
      </Button>
      <Button variant="default" onClick={() => change({ tab: 'templates' })}>
        {t('Browse Templates')}
      </Button>
    </div>
  )
}

/** Counted on the server over the whole organization. */
function Summary() {
  const { data, isError } = useQuery(workflowStatsQuery)
  const figure = (value: number | undefined) => (value === undefined && isError ? '–' : formatNumber(value ?? 0))
  return (
    <StatStrip
      label={t('Workflows in figures')}
      loading={!data && !isError}
      stats={[
        { label: t('Total Workflows'), value: figure(data?.total) },
        { label: t('Active'), value: figure(data?.active), hint: data && t('Published and not paused') },
        { label: t('Runs'), value: figure(data?.executions), hint: data && t('Of all workflows') },
        {
          label: t('Success Rate'),
          ...(typeof data?.successRate === 'number' ? { value: formatDecimal(data.successRate, 1), unit: '%' } : { value: '–' }),
          hint: data && (data.successRate === null ? t('No runs yet') : t('Average of the workflows that ran')),
        },
      ]}
    />
  )
}
