import { Button, JsonInput } from '@mantine/core'
import { IconCheck, IconRotateClockwise, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { StepRun, WorkflowRunDetail } from '@imperium/contract/workflows/workflow-runs.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { refreshRuns } from '../api.ts'
import { readJson } from '../read-json.ts'
import { isOpen, skipReasonOf, waitText } from '../run-labels.ts'
import { StepLink } from './step-link.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

const readable = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** Input, output, wait reason and possible decisions of one step of a run. */
export function StepDetails({ run, step }: { run: WorkflowRunDetail; step: StepRun }) {
  const skipped = skipReasonOf(step)
  return (
    <div className={classes.stepBody}>
      {step.error && (
        <p className={`${styles.plainWrap} ${classes.stepNote}`} data-tone="bad">
          {translateMessage(step.error)} <code className={classes.code}>{step.error.code}</code>
        </p>
      )}
      {skipped && (
        <p className={`${styles.plainWrap} ${classes.stepNote}`} data-tone="warn">
          {t('Not sent: {reason}', { reason: skipped })}
        </p>
      )}
      {step.waitingFor && <Waiting waiting={step.waitingFor} />}
      {step.link && <StepLink link={step.link} />}
      {step.status === 'unknown' && isOpen(run) && <Decision runId={run.id} step={step} />}
      {step.isExpired && <p className={styles.text}>{t('Its input or output was large and is no longer stored.')}</p>}
      {step.input !== null && (
        <div>
          <h3 className={styles.stepTitle}>{t('Input')}</h3>
          <CodeBlock code={readable(step.input)} label={t('input of {step}', { step: step.stepName })} maxHeight={260} />
        </div>
      )}
      {step.output !== null && (
        <div>
          <h3 className={styles.stepTitle}>{t('Output')}</h3>
          <CodeBlock code={readable(step.output)} label={t('output of {step}', { step: step.stepName })} maxHeight={260} />
        </div>
      )}
      <p className={classes.stepFacts}>
        {formatMoment(step.startedAt)}
        {step.endedAt && ` – ${formatMoment(step.endedAt)}`} · {step.stepId}
      </p>
    </div>
  )
}

function Waiting({ waiting: { kind, until, resumeUrl } }: { waiting: NonNullable<StepRun['waitingFor']> }) {
  const what = waitText[kind] ?? t('Waits')
  return (
    <>
      <p className={`${styles.plainWrap} ${classes.stepNote}`}>
        {until ? t('{what}, until {moment}', { what, moment: formatMoment(until) }) : what}
      </p>
      {resumeUrl && (
        <div>
          <h3 className={styles.stepTitle}>{t('One-time resume URL')}</h3>
          <CodeBlock code={`curl -X POST '${resumeUrl}' -H 'content-type: application/json' -d '{}'`} label={t('resume call')} />
        </div>
      )}
    </>
  )
}

/** The outcome of an effect is unknown after a crash: a member checks and decides. */
function Decision({ runId, step }: { runId: string; step: StepRun }) {
  const client = useQueryClient()
  const refusal = useGate('workflows:run')
  const [output, setOutput] = useState('{}')
  const [isWrong, setIsWrong] = useState(false)
  const decide = useMutation({
    mutationFn: ({ decision, value }: { decision: 'done' | 'again' | 'failed'; value: ReturnType<typeof readJson> }) =>
      call(workflowRuns.decide, {
        params: { id: runId, seq: step.seq },
        body: { decision, ...(value === undefined ? {} : { output: value }) },
      }),
    meta: { failure: t('The decision could not be saved'), success: t('Decision saved') },
    onSettled: () => refreshRuns(client),
  })
  const off = { size: 'xs', variant: 'default', disabled: refusal !== undefined || decide.isPending, title: refusal } as const
  const decideDone = () => {
    const value = readJson(output)
    setIsWrong(value === undefined)
    if (value !== undefined) decide.mutate({ decision: 'done', value })
  }
  return (
    <div className={classes.decision} role="group" aria-label={t('Resolve {step}', { step: step.stepName })}>
      <p className={`${styles.plainWrap} ${classes.stepNote}`}>{t('Did it take effect?')}</p>
      <JsonInput
        label={t('Output, if it was done')}
        autosize
        minRows={2}
        maxRows={8}
        classNames={{ input: classes.json ?? '' }}
        value={output}
        error={isWrong && t('This is not valid JSON')}
        onChange={setOutput}
      />
      <div className={styles.wrapped}>
        <Button {...off} leftSection={<IconCheck size={15} stroke={1.7} aria-hidden />} onClick={decideDone}>
          {t('It was done')}
        </Button>
        <Button
          {...off}
          leftSection={<IconRotateClockwise size={15} stroke={1.7} aria-hidden />}
          onClick={() => decide.mutate({ decision: 'again', value: undefined })}
        >
          {t('Do it again')}
        </Button>
        <Button
          {...off}
          leftSection={<IconX size={15} stroke={1.7} aria-hidden />}
          onClick={() => decide.mutate({ decision: 'failed', value: undefined })}
        >
          {t('Mark as failed')}
        </Button>
      </div>
    </div>
  )
}
