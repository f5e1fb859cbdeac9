import '@mantine/core/styles/Radio.layer.css'
import { Radio, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { RetryBody, WorkflowRunDetail } from '@imperium/contract/workflows/workflow-runs.ts'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { refreshRuns, workflowQuery } from '../api.ts'
import { stepTypesQuery } from '../editor/step-types.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

type Retry = z.infer<typeof RetryBody>
type Effect = Retry['effects'][string]

interface RetryDialogProps {
  run: WorkflowRunDetail
  /** The step that is open on the page: the initial choice. */
  step: string | undefined
  onClose: () => void
}

const ways: readonly { value: Retry['from']; label: string; text: string }[] = [
  { value: 'failed', label: t('From the failed step'), text: t('Successful steps are reused and not repeated.') },
  { value: 'start', label: t('From the start'), text: t('Everything runs again, including messages.') },
  { value: 'step', label: t('From any step'), text: t('Steps that finished before it are reused.') },
  { value: 'replay', label: t('Replay'), text: t('Every recorded result is reused. No external effect happens.') },
]

/** Retries a run: from which step, with which version, and which effects are repeated. */
export function RetryDialog({ run, step, onClose }: RetryDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const failed = run.status === 'failed' || run.status === 'cancelled'
  const [from, setFrom] = useState<Retry['from']>(step && step !== run.errorStep ? 'step' : failed ? 'failed' : 'start')
  const steps = stepsThatRan(run)
  const [stepId, setStepId] = useState(step ?? run.errorStep ?? steps[0]?.value ?? null)
  const [version, setVersion] = useState<Retry['version']>('same')
  const [effects, setEffects] = useState<Readonly<Record<string, Effect>>>({})
  const retry = useMutation({
    mutationFn: () =>
      call(workflowRuns.retry, {
        params: { id: run.id },
        body: { from, version, effects: { ...effects }, ...(from === 'step' && stepId ? { stepId } : {}) },
      }),
    meta: { failure: t('The run could not be retried') },
    onSuccess: ({ runId }) => {
      refreshRuns(client)
      onClose()
      void navigate({ to: '/org/$orgSlug/workflows/runs/$runId', params: { orgSlug, runId } })
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Retry')}
      onSubmit={(event) => {
        event.preventDefault()
        retry.mutate()
      }}
      submitLabel={t('Retry')}
      busyLabel={t('Starting...')}
      busy={retry.isPending}
      width={560}
    >
      <p className={styles.text}>{t('A retry is a new run. This one stays in the history as it is.')}</p>
      <Radio.Group
        label={t('Where to begin')}
        value={from}
        onChange={(next) => setFrom(ways.find(({ value }) => value === next)?.value ?? from)}
      >
        {ways
          .filter(({ value }) => value !== 'failed' || failed)
          .map(({ value, label, text }) => (
            <Radio key={value} value={value} label={label} description={text} mt={8} />
          ))}
      </Radio.Group>
      {from === 'step' && <Select label={t('Step')} data={steps} value={stepId} onChange={setStepId} allowDeselect={false} searchable />}
      <VersionChoice run={run} value={version} onChange={setVersion} />
      {from !== 'replay' && <EffectChoices run={run} effects={effects} onChange={setEffects} />}
    </FormDialog>
  )
}

function stepsThatRan(run: WorkflowRunDetail): { value: string; label: string }[] {
  const names = new Map(run.steps.map(({ stepId, stepName }) => [stepId, stepName]))
  return [...names].map(([value, label]) => ({ value, label }))
}

interface VersionChoiceProps {
  run: WorkflowRunDetail
  value: Retry['version']
  onChange: (version: Retry['version']) => void
}

/** The run's version, or the currently published one if it differs. */
function VersionChoice({ run, value, onChange }: VersionChoiceProps) {
  const { data } = useQuery(workflowQuery(run.workflowId))
  const current = data?.version ?? null
  if (current === null || (current === run.version && !run.isTest)) return null
  return (
    <Radio.Group label={t('Version')} value={value} onChange={(next) => onChange(next === 'current' ? 'current' : 'same')}>
      <Radio
        value="same"
        label={run.isTest ? t('The previous draft') : t('The same, version {version}', { version: run.version })}
        mt={8}
      />
      <Radio value="current" label={t('The published one, version {version}', { version: current })} mt={8} />
    </Radio.Group>
  )
}

interface EffectChoicesProps {
  run: WorkflowRunDetail
  effects: Readonly<Record<string, Effect>>
  onChange: (effects: Readonly<Record<string, Effect>>) => void
}

const usual = 'usual'
const choices = [
  { value: usual, label: t('As selected above') },
  { value: 'reuse', label: t('Reuse its result') },
  { value: 'redo', label: t('Do it again') },
]

/** Steps with effects that succeeded: each can be reused or repeated, overriding the choice above. */
function EffectChoices({ run, effects, onChange }: EffectChoicesProps) {
  const types = useQuery(stepTypesQuery)
  const touching = new Set(types.data?.filter(({ hasEffect }) => hasEffect).map(({ type }) => type))
  const done = new Map(
    run.steps
      .filter(({ type, status }) => touching.has(type) && (status === 'success' || status === 'skipped' || status === 'reused'))
      .map(({ stepId, stepName }) => [stepId, stepName]),
  )
  if (done.size === 0) return null
  function choose(stepId: string, next: string | null): void {
    const { [stepId]: _former, ...others } = effects
    onChange(next === 'reuse' || next === 'redo' ? { ...others, [stepId]: next } : others)
  }
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t('Steps with external effects')}</legend>
      <ul className={styles.list}>
        {[...done].map(([stepId, name]) => (
          <li key={stepId} className={classes.effect}>
            <span className={`${styles.truncateGrow} ${classes.effectName}`}>{name}</span>
            <Select
              className={classes.effectChoice ?? ''}
              aria-label={t('Outcome of {step}', { step: name })}
              data={choices}
              value={effects[stepId] ?? usual}
              onChange={(next) => choose(stepId, next)}
              allowDeselect={false}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
