import { Collapse } from '@mantine/core'
import { IconFlag, IconSparkles, IconTool } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { FailedAttempt, RunStep } from '@imperium/contract/runs.ts'
import { formatCompact, formatDuration, formatMicros } from '../../../lib/format.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import type { StatusTone } from '../../../ui/status-dot.tsx'
import { ExpandButton } from '../../../ui/list/expand-button.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

const kindIcons: Record<RunStep['kind'], Icon> = { model_call: IconSparkles, tool_call: IconTool, result: IconFlag }
const kindLabels: Record<RunStep['kind'], string> = { model_call: t('Model call'), tool_call: t('Tool call'), result: t('Result') }
const stepStatusLabels: Record<RunStep['status'], string> = {
  running: t('Running'),
  completed: t('Completed'),
  failed: t('Failed'),
  unknown: t('Unknown'),
}
const tones: Record<RunStep['status'], StatusTone> = { running: 'info', completed: 'ok', failed: 'bad', unknown: 'warn' }

/** The label of a step's outcome. A step interrupted by a cancel is not a failure. */
function stateOf({ kind, name, status, errorCode }: RunStep): { label: string; tone: StatusTone } {
  if (status === 'failed' && kind === 'result' && name === 'cancelled') return { label: t('Cancelled'), tone: 'warn' }
  if (status === 'failed' && errorCode === 'RUN_ENDED') return { label: t('Stopped'), tone: 'warn' }
  return { label: stepStatusLabels[status], tone: tones[status] }
}

/** Formats a value as text or indented JSON. */
const readable = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** The step's output. A text response is shown as text, not as a JSON string with escaped line breaks. */
function readableOutput({ kind, output }: RunStep): string {
  if (kind !== 'model_call' || typeof output !== 'object' || output === null || Array.isArray(output)) return readable(output)
  const { text, toolCalls } = output
  const calls = Array.isArray(toolCalls) ? toolCalls.length : 0
  return typeof text === 'string' && text !== '' && calls === 0 ? text : readable(output)
}

/** All steps of a run in order; each expands to its input and output. */
export function RunSteps({ steps, working }: { steps: readonly RunStep[]; working: boolean }) {
  if (steps.length === 0) return null
  return (
    <div>
      <div className={classes.blockHead}>
        <h3 className={styles.heading}>{t('Steps')}</h3>
      </div>
      <ol className={classes.steps} aria-busy={working}>
        {steps.map((step) => (
          <StepRow key={step.seq} step={step} />
        ))}
      </ol>
    </div>
  )
}

function durationOf({ startedAt, finishedAt }: RunStep): number | null {
  return finishedAt === null ? null : new Date(finishedAt).getTime() - new Date(startedAt).getTime()
}

function StepRow({ step }: { step: RunStep }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const Symbol = kindIcons[step.kind]
  const tokens = step.inputTokens + step.outputTokens
  const facts = [
    step.finishedAt === null ? null : formatDuration(durationOf(step)),
    tokens > 0 ? plural(tokens, { one: '{count} token', other: '{count} tokens' }, { count: formatCompact(tokens) }) : null,
    step.costMicros > 0 ? formatMicros(step.costMicros) : null,
    step.attempt > 1 ? t('attempt {number}', { number: step.attempt }) : null,
  ].filter((fact) => fact !== null)
  return (
    <li className={classes.step}>
      <ExpandButton isRow className={classes.stepHead} opened={opened} controls={id} onToggle={() => setOpened(!opened)}>
        <Symbol size={16} stroke={1.7} className={classes.stepIcon} aria-hidden />
        <span className={styles.grow}>
          <span className={classes.stepName}>
            {kindLabels[step.kind]}
            {step.kind !== 'result' && <span className={classes.stepOf}>{step.name}</span>}
          </span>
          {facts.length > 0 && <span className={classes.stepFacts}>{facts.join(' · ')}</span>}
        </span>
        <StatusDot {...stateOf(step)} live={step.status === 'running'} />
      </ExpandButton>
      <Collapse expanded={opened} id={id}>
        {opened && <StepBody step={step} />}
      </Collapse>
    </li>
  )
}

/** The models that failed before this call was answered, or given up. */
function FailedAttempts({ step }: { step: RunStep }) {
  const { failedAttempts = [] } = (step.kind === 'model_call' ? (step.input ?? {}) : {}) as { failedAttempts?: FailedAttempt[] }
  if (failedAttempts.length === 0) return null
  return (
    <ul className={classes.stepNote} aria-label={t('Failed attempts')}>
      {failedAttempts.map(({ attempt, model, error }) => (
        <li key={attempt}>
          {t('Attempt {number}, {model}: {error}', { number: attempt, model, error: translateMessage({ message: error }) })}
        </li>
      ))}
    </ul>
  )
}

function StepBody({ step }: { step: RunStep }) {
  return (
    <div className={classes.stepBody}>
      {step.status === 'unknown' && (
        <p className={`${styles.plainWrap} ${classes.stepNote}`}>
          {t('The worker stopped during this call. Its outcome is unknown, so it is never repeated.')}
        </p>
      )}
      {step.isHidden && <p className={`${styles.plainWrap} ${classes.stepNote}`}>{t('You do not have permission to see this result')}</p>}
      {step.error !== null && (
        <p className={`${styles.plainWrap} ${classes.stepNote}`} data-tone="bad">
          {translateMessage({ message: step.error, ...step.errorKey })}
        </p>
      )}
      <FailedAttempts step={step} />
      {step.input !== null && (
        <div>
          <h4 className={styles.stepTitle}>{t('Input')}</h4>
          <CodeBlock code={readable(step.input)} label={t('input of step {number}', { number: step.seq })} maxHeight={260} />
        </div>
      )}
      {step.output !== null && (
        <div>
          <h4 className={styles.stepTitle}>{t('Output')}</h4>
          <CodeBlock code={readableOutput(step)} label={t('output of step {number}', { number: step.seq })} maxHeight={260} />
        </div>
      )}
      <p className={classes.stepFacts}>
        {t('{input} tokens in · {output} out · {cost} · attempt {number}', {
          input: step.inputTokens,
          output: step.outputTokens,
          cost: formatMicros(step.costMicros),
          number: step.attempt,
        })}
      </p>
    </div>
  )
}
