import { Button } from '@mantine/core'
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconPower } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { DetailPage, QueryPage } from '../../../ui/page/detail-page.tsx'
import { PageTabs } from '../../../ui/page/page-tabs.tsx'
import { useObjectName } from '../../../ui/page/object-names.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate, useStopGate } from '../../../lib/use-gate.ts'
import { Notes } from '../../notes/index.ts'
import { PublishTemplateDialog } from '../../templates/index.ts'
import { workflowQuery } from '../api.ts'
import { useStartRefusal } from '../use-start-refusal.ts'
import { useWorkflowActions } from '../use-workflow-actions.ts'
import type { WorkflowActions } from '../use-workflow-actions.ts'
import { WorkflowMenu } from '../workflow-menu.tsx'
import { statusTones, statusText, triggerLabels } from '../workflow-labels.ts'
import type { WorkflowSearch, WorkflowTab } from '../workflows-search.ts'

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
  notes: t('Notes'),
}

/** /org/{slug}/workflows/{id}: a workflow's trigger, steps, runs and versions. */
export function WorkflowPage() {
  const { workflowId } = route.useParams()
  const query = useQuery(workflowQuery(workflowId))
  useObjectName(workflowId, query.data?.name)
  return (
    <QueryPage query={query} title={t('Workflow')} failed={t('The workflow could not be loaded')}>
      {(workflow) => <LoadedWorkflow key={workflow.id} workflow={workflow} />}
    </QueryPage>
  )
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
  const publish = isPublishing ? 'publish' : ''
  return (
    <DetailPage
      title={workflow.name}
      status={<StatusDot tone={statusTones[status]} label={statusText[status]} />}
      facts={[
        triggerLabels[trigger.type],
        version !== null && t('Version {version}', { version }),
        version !== null && hasChanges && t('unpublished changes'),
      ]}
      description={description}
      actions={
        <PageActions
          workflow={workflow}
          actions={actions}
          onStart={() => change({ start: true })}
          onTemplate={() => setIsPublishing(true)}
        />
      }
    >
      <PageTabs
        tabs={tabLabels}
        open={tab}
        onOpen={(next) => void navigate({ search: next === 'overview' ? {} : { tab: next }, resetScroll: false })}
      >
        {tab === 'overview' && <OverviewTab workflow={workflow} />}
        {tab === 'runs' && <HistoryTab search={search} change={change} workflowId={workflow.id} />}
        {tab === 'approvals' && <ApprovalsTab workflowId={workflow.id} onOpen={(approval) => change({ approval })} />}
        {tab === 'versions' && <VersionsTab workflow={workflow} />}
        {tab === 'notes' && <Notes subject="workflow" subjectId={workflow.id} />}
      </PageTabs>
      <Overlays open={`${search.start ?? ''}${search.approval ?? ''}${publish}`}>
        {search.start && <StartDialog workflow={workflow} onClose={() => change({ start: undefined }, true)} />}
        {search.approval && <ApprovalDialog id={search.approval} onClose={() => change({ approval: undefined }, true)} />}
        {isPublishing && <PublishTemplateDialog category="workflow" source={workflow} onClose={() => setIsPublishing(false)} />}
      </Overlays>
    </DetailPage>
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
  const stopRefusal = useStopGate('workflows:write')
  const isActive = workflow.status === 'active'
  const toggleRefusal = isActive ? stopRefusal : refusal
  return (
    <>
      <WorkflowMenu workflow={workflow} actions={actions} onTemplate={onTemplate} withDuplicate />
      {workflow.status !== 'draft' && (
        <Button
          variant="default"
          leftSection={isActive ? <IconPlayerPause {...symbol} /> : <IconPower {...symbol} />}
          disabled={toggleRefusal !== undefined || actions.busy}
          title={toggleRefusal}
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
        {t('Run for real')}
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
