import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { PageTabs } from '../../../ui/page/page-tabs.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { WorkflowTemplates } from '../../templates/index.ts'
import { ImportWorkflow } from './import-workflow.tsx'
import { WorkflowGraph } from '../lazy-graphs.ts'
import { WaitingForYou } from './waiting-for-you.tsx'
import type { WorkflowsSearch, WorkflowsTab } from '../workflows-search.ts'

const CreateWorkflowDialog = lazy(async () => ({ default: (await import('./create-workflow-dialog.tsx')).CreateWorkflowDialog }))
const ApprovalDialog = lazy(async () => ({ default: (await import('../approvals/approval-dialog.tsx')).ApprovalDialog }))
const MyWorkflows = lazy(async () => ({ default: (await import('./my-workflows.tsx')).MyWorkflows }))
const HistoryTab = lazy(async () => ({ default: (await import('../runs/history-tab.tsx')).HistoryTab }))

const route = getRouteApi('/org/$orgSlug/workflows/')
const tabLabels: Record<WorkflowsTab, string> = {
  mine: t('My Workflows'),
  templates: t('Templates'),
  history: t('Execution History'),
}

/** /org/{slug}/workflows: workflows, templates and all runs. */
export function WorkflowsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const refusal = useGate('workflows:write')
  const isCreating = useCan('workflows:write') && search.create
  const change = changeSearch<WorkflowsSearch>(navigate)
  const tab = search.tab ?? 'mine'
  // Each tab has its own filters; a tab change drops them.
  const open = (next: WorkflowsTab) => void navigate({ search: next === 'mine' ? {} : { tab: next }, resetScroll: false })
  return (
    <Page
      title={t('Workflows')}
      subtitle={t('Automations that can wait for weeks and survive crashes. Every run stays visible.')}
      actions={
        <>
          <ImportWorkflow refusal={refusal} />
          <Button
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            onClick={() => change({ create: true })}
            disabled={refusal !== undefined}
            title={refusal}
          >
            {t('Create workflow')}
          </Button>
        </>
      }
    >
      <WaitingForYou onOpen={(approval) => change({ approval })} />
      <PageTabs tabs={tabLabels} open={tab} onOpen={open} skeletonHeight={420}>
        {tab === 'mine' && <MyWorkflows search={search} change={change} refusal={refusal} />}
        {tab === 'templates' && (
          <WorkflowTemplates
            q={search.q}
            preview={search.template}
            graph={WorkflowGraph}
            onSearch={(q) => change({ q }, true)}
            onPreview={(template) => change({ template })}
          />
        )}
        {tab === 'history' && <HistoryTab search={search} change={change} />}
      </PageTabs>
      <Overlays open={`${search.create ?? ''}${search.approval ?? ''}`}>
        {isCreating && <CreateWorkflowDialog refusal={refusal} onClose={() => change({ create: undefined }, true)} />}
        {search.approval && (
          <ApprovalDialog key={search.approval} id={search.approval} onClose={() => change({ approval: undefined }, true)} />
        )}
      </Overlays>
    </Page>
  )
}
