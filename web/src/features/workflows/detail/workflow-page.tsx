import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconPower } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { t } from '../../../lib/words.ts'
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { useObjectName } from '../../../ui/page/object-names.ts'
import { Page } from '../../../ui/page/page.tsx'
import { ReturnFocus } from '../../../ui/dialog/return-focus.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { useTabInSight } from '../../../ui/page/use-tab-in-sight.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { PublishTemplateDialog } from '../../templates/index.ts'
import { workflowQuery } from '../api.ts'
import { useStartRefusal } from '../use-start-refusal.ts'
import { useWorkflowActions } from '../use-workflow-actions.ts'
import type { WorkflowActions } from '../use-workflow-actions.ts'
import { WorkflowMenu } from '../workflow-menu.tsx'
import { statusTones, statusText, triggerLabels } from '../workflow-labels.ts'
import { workflowTabs } from '../workflows-search.ts'
import type { WorkflowSearch, WorkflowTab } from '../workflows-search.ts'
import classes from './workflow.module.css'

const OverviewTab = lazy(async () => ({ default: (await import('./overview-tab.tsx')).OverviewTab }))
const HistoryTab = lazy(async () => ({ default: (await import('../runs/history-tab.tsx')).HistoryTab }))
const ApprovalsTab = lazy(async () => ({ default: (await import('../approvals/approvals-tab.tsx')).ApprovalsTab }))
const VersionsTab = lazy(async () => ({ default: (await import('./versions-tab.tsx')).VersionsTab }))
const StartDialog = lazy(async () => ({ default: (await import('../start-dialog.tsx')).StartDialog }))
const ApprovalDialog = lazy(async () => ({ default: (await import('../approvals/approval-dialog.tsx')).ApprovalDialog }))

const route = getRouteApi('/org/$orgSlug/workflows/$workflowId/')
const tabLabels: Record<WorkflowTab, string> = {
  overview: t('Overview'),
  runs: t('Runs'),
  approvals: t('Approvals'),
  versions: t('Versions'),
}

/** /org/{slug}/workflows/{id}: a workflow's trigger, steps, runs and versions. */
export function WorkflowPage() {
  const { workflowId } = route.useParams()
  const { data, error, refetch } = useQuery(workflowQuery(workflowId))
  useObjectName(workflowId, data?.name)
  if (error && !data)
    return (
      <Page title={t('Workflow')}>
        <ErrorState error={error} title={t('The workflow could not be loaded')} onRetry={() => void refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page title={t('Workflow')}>
        <Skeleton height={420} radius={12} />
      </Page>
    )
  return <LoadedWorkflow workflow={data} />
}

function LoadedWorkflow({ workflow }: { workflow: WorkflowDetail }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { orgSlug } = route.useParams()
  const [isPublishing, setIsPublishing] = useState(false)
  const change = changeSearch<WorkflowSearch>(navigate)
  const actions = useWorkflowActions({
    onDuplicated: ({ id }) => void navigate({ to: '/org/$orgSlug/workflows/$workflowId', params: { orgSlug, workflowId: id } }),
    onDeleted: () => void navigate({ to: '/org/$orgSlug/workflows', params: { orgSlug } }),
  })
  const { status, trigger, version, hasChanges, description } = workflow
  const tab = search.tab ?? 'overview'
  const tabs = useTabInSight(tab)
  const open = (next: string | null) => {
    const chosen = workflowTabs.find((each) => each === next)
    void navigate({ search: chosen === undefined || chosen === 'overview' ? {} : { tab: chosen }, resetScroll: false })
  }
  return (
    <Page
      title={workflow.name}
      subtitle={
        <span className={classes.subtitle}>
          <StatusDot tone={statusTones[status]} label={statusText[status]} />
          <span>{triggerLabels[trigger.type]}</span>
          {version !== null && <span>{t('Version {version}', { version })}</span>}
          {version !== null && hasChanges && <span>{t('unpublished changes')}</span>}
        </span>
      }
      actions={
        <PageActions
          workflow={workflow}
          actions={actions}
          onStart={() => change({ start: true })}
          onTemplate={() => setIsPublishing(true)}
        />
      }
    >
      {description && <p className={classes.description}>{description}</p>}
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={tabs} className={classes.tabList ?? ''}>
          {workflowTabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {tabLabels[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel ?? ''}>
          <ErrorBoundary resetKey={tab}>
            <Suspense fallback={<Skeleton height={320} radius={12} />}>
              {tab === 'overview' && <OverviewTab workflow={workflow} />}
              {tab === 'runs' && <HistoryTab search={search} change={change} workflowId={workflow.id} />}
              {tab === 'approvals' && <ApprovalsTab workflowId={workflow.id} onOpen={(approval) => change({ approval })} />}
              {tab === 'versions' && <VersionsTab workflow={workflow} />}
            </Suspense>
          </ErrorBoundary>
        </Tabs.Panel>
      </Tabs>
      {(search.start || search.approval || isPublishing) && <ReturnFocus />}
      <ErrorBoundary resetKey={`${search.start ?? ''}${search.approval ?? ''}`}>
        <Suspense fallback={null}>
          {search.start && <StartDialog workflow={workflow} onClose={() => change({ start: undefined }, true)} />}
          {search.approval && <ApprovalDialog id={search.approval} onClose={() => change({ approval: undefined }, true)} />}
          {isPublishing && <PublishTemplateDialog category="workflow" source={workflow} onClose={() => setIsPublishing(false)} />}
        </Suspense>
      </ErrorBoundary>
    </Page>
  )
}

interface PageActionsProps {
  workflow: WorkflowDetail
  actions: WorkflowActions
  onStart: () => void
  onTemplate: () => void
}

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function PageActions({ workflow, actions, onStart, onTemplate }: PageActionsProps) {
  const navigate = route.useNavigate()
  const { orgSlug } = route.useParams()
  const refusal = useGate('workflows:write')
  const startRefusal = useStartRefusal(workflow)
  const isActive = workflow.status === 'active'
  return (
    <>
      <WorkflowMenu workflow={workflow} actions={actions} onTemplate={onTemplate} withDuplicate />
      {workflow.status !== 'draft' && (
        <Button
          variant="default"
          leftSection={isActive ? <IconPlayerPause {...symbol} /> : <IconPower {...symbol} />}
          disabled={refusal !== undefined || actions.busy}
          title={refusal}
          onClick={() => actions.toggle(workflow)}
        >
          {isActive ? t('Pause') : t('Activate')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPlayerPlay {...symbol} />}
        disabled={startRefusal !== undefined}
        title={startRefusal}
        onClick={onStart}
      >
        {t('Run now')}
      </Button>
      <Button
        leftSection={<IconEdit {...symbol} />}
        onClick={() => void navigate({ href: `/org/${orgSlug}/workflows/${workflow.id}/edit` })}
      >
        {refusal === undefined ? t('Edit') : t('Open the canvas')}
      </Button>
    </>
  )
}
