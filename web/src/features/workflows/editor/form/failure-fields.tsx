import { NumberInput, Select } from '@mantine/core'
import { errorHandlings } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { plural, t } from '../../../../lib/words.ts'
import classes from './form.module.css'

interface FailureFieldsProps {
  step: WorkflowStep
  disabled: boolean
  onChange: (change: Pick<WorkflowStep, 'onError' | 'retry'>) => void
}

const retries = [0, 1, 2, 3, 5, 9]
const handlingLabels: Record<WorkflowStep['onError'], string> = {
  stop: t('Stop the run'),
  continue: t('Go on'),
  branch: t('Continue on the error branch'),
}
const isHandling = (value: string | null): value is WorkflowStep['onError'] => errorHandlings.some((each) => each === value)

/** What happens when the step fails: tried again how often, and then. */
export function FailureFields({ step, disabled, onChange }: FailureFieldsProps) {
  const { onError, retry } = step
  const count = retry.attempts - 1
  const texts = (times: number) =>
    times === 0 ? t('Do not retry') : plural(times, { one: 'Retry {count} time', other: 'Retry {count} times' })
  return (
    <div className={classes.section}>
      <Select
        label={t('If it fails')}
        disabled={disabled}
        allowDeselect={false}
        data={[...new Set([...retries, count])].toSorted((a, b) => a - b).map((times) => ({ value: String(times), label: texts(times) }))}
        value={String(count)}
        onChange={(next) => onChange({ onError, retry: { ...retry, attempts: Number(next) + 1 } })}
      />
      {count > 0 && (
        <NumberInput
          label={t('Seconds before the first retry')}
          description={t('Each further attempt waits twice as long.')}
          min={0}
          max={3600}
          disabled={disabled}
          value={retry.delaySeconds}
          onChange={(next) => typeof next === 'number' && onChange({ onError, retry: { ...retry, delaySeconds: next } })}
        />
      )}
      <Select
        label={count > 0 ? t('If all attempts fail') : t('Then')}
        disabled={disabled}
        allowDeselect={false}
        data={errorHandlings.map((value) => ({ value, label: handlingLabels[value] }))}
        value={onError}
        onChange={(next) => isHandling(next) && onChange({ onError: next, retry })}
      />
    </div>
  )
}
