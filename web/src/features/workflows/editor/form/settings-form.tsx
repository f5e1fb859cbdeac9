import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { concurrencyModes } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { t, translateMessage } from '../../../../lib/words.ts'
import { useEditorContext } from '../editor-context.ts'
import styles from '../../../../ui/styles.module.css'
import classes from './form.module.css'

type Settings = WorkflowDefinition['settings']
type Concurrency = NonNullable<Settings['concurrency']>

const modeLabels: Record<Concurrency['onLimit'], string> = {
  queue: t('Queued'),
  skip: t('Skip the new run'),
  cancel: t('Cancel the oldest run'),
}
const isMode = (value: string | null): value is Concurrency['onLimit'] => concurrencyModes.some((each) => each === value)

/** What holds for the whole workflow: how many runs at a time, and how long each. */
export function SettingsForm() {
  const { graph, refusal, problemsOf } = useEditorContext()
  const { concurrency, timeoutSeconds } = graph.definition.settings
  const disabled = refusal !== undefined
  const change = (settings: Partial<Settings>) =>
    graph.change((definition) => ({ ...definition, settings: { ...definition.settings, ...settings } }), { kind: 'settings' })
  const limit = (next: Partial<Concurrency>) => concurrency && change({ concurrency: { ...concurrency, ...next } })
  return (
    <section className={styles.stackWide} aria-label={t('Workflow settings')}>
      <div>
        <h2 className={classes.title}>{t('Workflow settings')}</h2>
        <p className={styles.text18}>{t('Select a step to change it.')}</p>
      </div>
      {(problemsOf.get(null) ?? []).map((problem) => (
        <p key={problem.message} className={classes.problem}>
          <IconAlertCircle size={16} stroke={1.7} aria-hidden />
          {translateMessage(problem)}
        </p>
      ))}
      <NumberInput
        label={t('Maximum duration of a run (minutes)')}
        description={t('A longer run fails. If empty: one year.')}
        placeholder={t('No limit')}
        min={1}
        max={527_040}
        disabled={disabled}
        value={timeoutSeconds === null ? '' : Math.max(1, Math.round(timeoutSeconds / 60))}
        onChange={(next) => change({ timeoutSeconds: typeof next === 'number' && next >= 1 ? Math.round(next * 60) : null })}
      />
      <Switch
        label={t('Limit concurrent runs')}
        disabled={disabled}
        checked={concurrency !== null}
        onChange={(event) => change({ concurrency: event.currentTarget.checked ? { key: '', limit: 1, onLimit: 'queue' } : null })}
      />
      {concurrency && (
        <>
          <NumberInput
            label={t('Concurrent runs')}
            min={1}
            max={1000}
            disabled={disabled}
            value={concurrency.limit}
            onChange={(next) => typeof next === 'number' && next >= 1 && limit({ limit: next })}
          />
          <TextInput
            label={t('Counted by')}
            description={t('A template on the trigger data: runs with the same value are counted together. If empty, all runs are.')}
            placeholder="{{ trigger.body.email }}"
            maxLength={300}
            disabled={disabled}
            value={concurrency.key}
            onChange={(event) => limit({ key: event.currentTarget.value })}
          />
          <Select
            label={t('When the limit is reached')}
            allowDeselect={false}
            disabled={disabled}
            data={concurrencyModes.map((value) => ({ value, label: modeLabels[value] }))}
            value={concurrency.onLimit}
            onChange={(next) => isMode(next) && limit({ onLimit: next })}
          />
        </>
      )}
    </section>
  )
}
