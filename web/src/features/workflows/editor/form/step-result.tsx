import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { formatDuration } from '../../../../lib/format.ts'
import { plural, t, translateMessage } from '../../../../lib/words.ts'
import { CodeBlock } from '../../../../ui/text/code-block.tsx'
import { StatusDot } from '../../../../ui/status-dot.tsx'
import { skipReasonOf, stepStatusLabels, stepTones } from '../../run-labels.ts'
import type { StepOutcome } from '../graph/run-overlay.ts'
import styles from '../../../../ui/styles.module.css'
import classes from './form.module.css'

/** Input and output of a step in the test run. */
export function StepResult({ outcome }: { outcome: StepOutcome | undefined }) {
  if (!outcome) return null
  const { newest, status, times, durationMs } = outcome
  const skipped = skipReasonOf({ status, output: newest.output })
  return (
    <div className={classes.section} role="group" aria-label={t('In the test')}>
      <p className={classes.sectionTitle}>{t('In the test')}</p>
      <div className={styles.wrapped}>
        <StatusDot tone={stepTones[status]} label={stepStatusLabels[status]} live={status === 'running'} />
        <span className={styles.hint}>
          {[
            ...(durationMs === null ? [] : [formatDuration(durationMs)]),
            ...(times > 1 ? [plural(times, { one: 'done once', other: 'done {count} times' })] : []),
          ].join(' · ')}
        </span>
      </div>
      {skipped && <p className={styles.hint}>{t('Not sent: {reason}', { reason: skipped })}</p>}
      {newest.error && <p className={classes.problem}>{translateMessage(newest.error)}</p>}
      <Data label={t('Input')} value={newest.input} />
      <Data label={t('Output')} value={newest.output} />
    </div>
  )
}

export function Data({ label, value }: { label: string; value: Json | null }) {
  if (value === null) return null
  return (
    <div>
      <p className={classes.sectionTitle}>{label}</p>
      <CodeBlock code={JSON.stringify(value, null, 2)} label={label} maxHeight={220} />
    </div>
  )
}
