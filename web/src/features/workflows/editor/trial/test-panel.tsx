import { ActionIcon, Button, Select, Textarea } from '@mantine/core'
import { IconFlask, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { StepRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { query } from '../../../../lib/api.ts'
import { formatDuration } from '../../../../lib/format.ts'
import { t, translateMessage } from '../../../../lib/words.ts'
import { confirm } from '../../../../ui/dialog/confirm.ts'
import { usePreparedConfirm } from '../../../../ui/dialog/use-prepared-confirm.ts'
import { StatusDot } from '../../../../ui/status-dot.tsx'
import { runStateOf, skipReasonOf, stepStatusLabels, stepTones } from '../../run-labels.ts'
import { useEditorContext } from '../editor-context.ts'
import { hasContent } from '../graph/data-sources.ts'
import styles from '../../../../ui/styles.module.css'
import classes from './test-panel.module.css'

/** Runs the current graph on sample data and shows the result of each step. */
export function TestPanel() {
  const { test } = useEditorContext()
  const [typed, setTyped] = useState<string | null>(null)
  const sample = useSample()
  const text = typed ?? JSON.stringify(sample, null, 2)
  const input = parse(text)
  usePreparedConfirm()
  const start = (effects: 'sample' | 'real') =>
    input && test.start({ input: input.value, effects, ...(test.until ? { until: test.until } : {}) })

  async function runForReal(): Promise<void> {
    const message = t('Messages are sent and systems are called as in a real run.')
    if (await confirm({ title: t('Run for real'), message, action: t('Run for real'), danger: false })) start('real')
  }

  return (
    <section className={classes.panel} aria-label={t('Test run')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('Test run')}</h2>
        {test.run && <StatusDot {...runStateOf(test.run)} live={test.isRunning} />}
        <div className={classes.options}>
          <UntilSelect />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFlask size={14} stroke={1.7} aria-hidden />}
            disabled={!input || test.isRunning}
            onClick={() => start('sample')}
          >
            {test.isRunning ? t('Running...') : t('Simulate')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
            disabled={!input || test.isRunning}
            onClick={() => void runForReal()}
          >
            {t('Run for real')}
          </Button>
        </div>
        <ActionIcon
          className={classes.close ?? ''}
          aria-label={t('Close the test')}
          onClick={() => {
            test.setOpened(false)
            test.clear()
          }}
        >
          <IconX size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.columns}>
        <div className={styles.shrink}>
          <Textarea
            label={t('Trigger data (JSON)')}
            description={t(
              'Simulate sends and calls nothing: such steps return their sample. Run for real sends messages and calls systems.',
            )}
            autosize
            minRows={5}
            maxRows={12}
            spellCheck={false}
            classNames={{ input: classes.code ?? '' }}
            value={text}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={input ? undefined : t('This is not JSON')}
          />
        </div>
        <Results />
      </div>
    </section>
  )
}

const parse = (text: string): { value: Json } | null => {
  try {
    return { value: JSON.parse(text === '' ? '{}' : text) as Json }
  } catch {
    return null
  }
}

/** The trigger's latest input, else the sample of its type. */
function useSample(): Json {
  const { graph, types, workflow } = useEditorContext()
  const trigger = graph.definition.steps.find(({ type }) => types.get(type)?.isTrigger)
  const samples = useQuery({ ...query(workflowRuns.samples, { params: { id: workflow.id } }), staleTime: 5_000, meta: { silent: true } })
  const seen = samples.data?.trigger
  return (hasContent(seen) ? seen : trigger && types.get(trigger.type)?.sample) ?? {}
}

function UntilSelect() {
  const { test, graph, isTrigger } = useEditorContext()
  const steps = graph.definition.steps.filter(({ type }) => !isTrigger(type)).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      aria-label={t('Run until')}
      placeholder={t('To the end')}
      data={steps}
      value={steps.some(({ value }) => value === test.until) ? test.until : null}
      onChange={test.setUntil}
      clearable
      size="xs"
      w={150}
    />
  )
}

function Results() {
  const { test, graph } = useEditorContext()
  const { run } = test
  if (!run)
    return (
      <p className={`${styles.hint} ${classes.empty}`}>
        {test.isRunning ? t('Starting the test...') : t('The results of each step appear here and on the canvas.')}
      </p>
    )
  return (
    <div className={styles.shrink}>
      {run.error && <p className={classes.bad}>{translateMessage(run.error)}</p>}
      <ol className={styles.list} aria-label={t('Steps')}>
        {run.steps.map((step) => (
          <li key={step.seq}>
            <button
              type="button"
              className={classes.row}
              data-selected={graph.selected.includes(step.stepId) || undefined}
              onClick={() => graph.select([step.stepId])}
            >
              <StatusDot tone={stepTones[step.status]} label={stepStatusLabels[step.status]} live={step.status === 'running'} />
              <span className={classes.name}>{step.stepName}</span>
              <span className={classes.fact}>{factOf(step)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The error, a short preview of the output, or the duration. */
function factOf(step: StepRun): string {
  const { error, output, startedAt, endedAt } = step
  if (error) return translateMessage(error)
  const skipped = skipReasonOf(step)
  if (skipped !== null) return skipped
  const ms = endedAt === null ? null : new Date(endedAt).getTime() - new Date(startedAt).getTime()
  const texts = output === null ? '' : JSON.stringify(output)
  return [formatDuration(ms), ...(texts === '' ? [] : [texts.length > 120 ? `${texts.slice(0, 119)}…` : texts])].join(' · ')
}
