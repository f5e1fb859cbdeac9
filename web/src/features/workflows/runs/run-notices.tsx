import { Button } from '@mantine/core'
import type { WorkflowRunDetail } from '@imperium/contract/workflows/workflow-runs.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { useRows } from '../../../ui/list/use-rows.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { approvalsQuery } from '../api.ts'
import { isOpen } from '../run-labels.ts'
import classes from './run.module.css'

interface RunNoticesProps {
  run: WorkflowRunDetail
  onStep: (stepId: string) => void
  onApproval: (approvalId: string) => void
}

/** Why the run ended or is paused, what it waits for, and its related runs. */
export function RunNotices({ run, onStep, onApproval }: RunNoticesProps) {
  const unknown = run.steps.findLast(({ status }) => status === 'unknown')
  const nameOf = (stepId: string) => run.definition.steps.find(({ id }) => id === stepId)?.name ?? stepId
  return (
    <>
      {run.error && (
        <Notice
          tone={run.status === 'cancelled' ? 'info' : 'bad'}
          title={run.errorStep ? t('{step} failed', { step: nameOf(run.errorStep) }) : titleOf(run)}
          action={run.errorStep && <ShowStep stepId={run.errorStep} onStep={onStep} />}
        >
          {translateMessage(run.error)}
        </Notice>
      )}
      {run.status === 'paused' && (
        <Notice tone="warn" title={t('This run is paused')}>
          {t('When resumed, it continues exactly where it stopped.')}
        </Notice>
      )}
      {unknown && isOpen(run) && (
        <Notice
          tone="warn"
          title={t('Unknown outcome of {step}', { step: unknown.stepName })}
          action={<ShowStep stepId={unknown.stepId} onStep={onStep} />}
        >
          {t('The worker stopped during this step. Check the other system, then resolve the step below.')}
        </Notice>
      )}
      {isOpen(run) && <Approvals runId={run.id} onOpen={onApproval} />}
      <Kin run={run} />
    </>
  )
}

const titleOf = ({ status }: WorkflowRunDetail): string =>
  status === 'quarantined' ? t('This run is quarantined') : status === 'cancelled' ? t('This run was cancelled') : t('This run failed')

function ShowStep({ stepId, onStep }: { stepId: string; onStep: (stepId: string) => void }) {
  return (
    <Button size="xs" variant="default" onClick={() => onStep(stepId)}>
      {t('Show the step')}
    </Button>
  )
}

function Approvals({ runId, onOpen }: { runId: string; onOpen: (id: string) => void }) {
  const { rows } = useRows(approvalsQuery({ runId, status: 'pending' }))
  return rows.map((approval) => (
    <Notice
      key={approval.id}
      tone="info"
      title={t('Waits for approval: {title}', { title: approval.title })}
      action={
        <Button size="xs" variant="default" onClick={() => onOpen(approval.id)}>
          {approval.isMine ? t('Decide') : t('Show')}
        </Button>
      }
    >
      {approval.assignees.map(({ name }) => name).join(', ')}
    </Notice>
  ))
}

/** The workflow, the run that this one repeats or was called by, and those that repeat it. */
function Kin({ run }: { run: WorkflowRunDetail }) {
  return (
    <p className={classes.kin}>
      <OrgLink path={`workflows/${run.workflowId}`} className={classes.link}>
        {t('Open the workflow')}
      </OrgLink>
      {run.retryOf && <RunLink id={run.retryOf} label={t('Retry of an earlier run')} />}
      {run.parentRun && <RunLink id={run.parentRun} label={t('Called by another run')} />}
      {run.retries.map((id, at) => (
        <RunLink key={id} id={id} label={t('Retry {number}', { number: at + 1 })} />
      ))}
    </p>
  )
}

function RunLink({ id, label }: { id: string; label: string }) {
  return (
    <OrgLink path={`workflows/runs/${id}`} className={classes.link}>
      {label}
    </OrgLink>
  )
}
