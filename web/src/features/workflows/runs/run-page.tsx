import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { WorkflowRunDetail } from '@imperium/contract/workflows/workflow-runs.ts'
import { formatDuration, formatMicros, formatMoment, formatNumber } from '../../../lib/format.ts'
import { useElapsed } from '../../../lib/use-elapsed.ts'
import { useStream } from '../../../lib/use-stream.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { DetailPage, QueryPage } from '../../../ui/page/detail-page.tsx'
import { useObjectName } from '../../../ui/page/object-names.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Notes } from '../../notes/index.ts'
import { refreshRuns, refreshWorkflows, runQuery } from '../api.ts'
import { RunGraph } from '../lazy-graphs.ts'
import { RunActions } from './run-actions.tsx'
import { RunNotices } from './run-notices.tsx'
import { RunTimeline } from './run-timeline.tsx'
import { isOpen, isWorking, runStateOf, startedByText } from '../run-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

const RetryDialog = lazy(async () => ({ default: (await import('./retry-dialog.tsx')).RetryDialog }))
const ApprovalDialog = lazy(async () => ({ default: (await import('../approvals/approval-dialog.tsx')).ApprovalDialog }))
const route = getRouteApi('/org/$orgSlug/workflows/runs/$runId')

/** /org/{slug}/workflows/runs/{id}: one run, step by step, live. */
export function WorkflowRunPage() {
  const { runId } = route.useParams()
  const query = useQuery(runQuery(runId))
  useObjectName(runId, query.data && t('Run of {moment}', { moment: formatMoment(query.data.startedAt) }))
  return (
    <QueryPage query={query} title={t('Run||noun')} failed={t('This run could not be loaded')}>
      {(run) => <LoadedRun key={run.id} run={run} />}
    </QueryPage>
  )
}

/** Refetches the run on every change event of the server. */
function useLiveRun(run: WorkflowRunDetail): void {
  const client = useQueryClient()
  const read = () => client.invalidateQueries({ queryKey: runQuery(run.id).queryKey })
  const end = () => {
    refreshRuns(client)
    refreshWorkflows(client)
  }
  useStream(
    workflowRuns.events,
    { params: { id: run.id } },
    {
      enabled: isOpen(run),
      onEvent: ({ status }) => {
        const hasEnded = !isOpen({ status })
        if (hasEnded) end()
        else void read()
        return hasEnded
      },
      onPoll: async () => {
        await read()
        const now = client.getQueryData(runQuery(run.id).queryKey)
        const hasEnded = now !== undefined && !isOpen(now)
        if (hasEnded) end()
        return hasEnded
      },
    },
  )
}

function LoadedRun({ run }: { run: WorkflowRunDetail }) {
  useLiveRun(run)
  const { step } = route.useSearch()
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<{ kind: 'retry' } | { kind: 'approval'; id: string } | null>(null)
  const select = (next: string | undefined) => void navigate({ search: next ? { step: next } : {}, replace: true, resetScroll: false })
  const close = () => setDialog(null)
  return (
    <DetailPage
      title={run.workflowName}
      documentTitle={t('Run of {name}', { name: run.workflowName })}
      status={
        <span role="status">
          <StatusDot {...runStateOf(run)} live={isWorking(run)} />
        </span>
      }
      facts={[startedByText(run), run.isTest ? t('Test of the draft') : t('Version {version}', { version: run.version })]}
      actions={<RunActions run={run} onRetry={() => setDialog({ kind: 'retry' })} />}
    >
      <RunNotices run={run} onStep={select} onApproval={(id) => setDialog({ kind: 'approval', id })} />
      <Figures run={run} />
      <Card title={t('Graph')}>
        <div className={classes.graph}>
          <ErrorBoundary resetKey={run.id}>
            <Suspense fallback={<Skeleton height="100%" radius={8} />}>
              <RunGraph definition={run.definition} steps={run.steps} selected={step ?? null} onSelect={(id) => select(id ?? undefined)} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </Card>
      <div className={classes.columns}>
        <RunTimeline run={run} selected={step} onSelect={select} />
        <div className={styles.stackShrink}>
          <Values run={run} />
          <Card title={t('Notes')}>
            <Suspense fallback={<Skeleton height={60} radius={8} />}>
              <Notes subject="workflow-run" subjectId={run.id} folded />
            </Suspense>
          </Card>
        </div>
      </div>
      <Overlays open={dialog?.kind ?? ''}>
        {dialog?.kind === 'retry' && <RetryDialog run={run} step={step} onClose={close} />}
        {dialog?.kind === 'approval' && <ApprovalDialog id={dialog.id} onClose={close} />}
      </Overlays>
    </DetailPage>
  )
}

function Figures({ run }: { run: WorkflowRunDetail }) {
  const working = isOpen(run)
  const elapsedMs = useElapsed(run.startedAt, working)
  const done = run.steps.filter(({ status }) => status !== 'running' && status !== 'waiting').length
  return (
    <StatStrip
      label={t('The run in figures')}
      stats={[
        { label: t('Duration'), value: formatDuration(working ? elapsedMs : run.durationMs), hint: working && t('so far') },
        {
          label: t('Steps'),
          value: formatNumber(done),
          hint: run.moreSteps ? t('the first {count} are shown', { count: run.steps.length }) : t('finished steps'),
        },
        { label: t('Cost'), value: formatMicros(run.costMicros), hint: t('of agents and messages') },
        { label: t('Started'), value: <RelativeTime at={run.startedAt} />, hint: formatMoment(run.startedAt) },
      ]}
    />
  )
}

const readable = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** The input and the result of the run. */
function Values({ run }: { run: WorkflowRunDetail }) {
  return (
    <>
      <Card title={t('Input')}>
        {run.input === null ? (
          <p className={styles.text}>{t('It is no longer stored.')}</p>
        ) : (
          <CodeBlock code={readable(run.input)} label={t('input of the run')} maxHeight={260} />
        )}
      </Card>
      {run.output !== null && (
        <Card title={t('Output')}>
          <CodeBlock code={readable(run.output)} label={t('output of the run')} maxHeight={260} />
        </Card>
      )}
    </>
  )
}
