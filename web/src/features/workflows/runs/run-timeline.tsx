import { Button, Collapse } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { StepRun, WorkflowRunDetail } from '@imperium/contract/workflows/workflow-runs.ts'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { formatDuration, formatMicros } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { ExpandButton } from '../../../ui/list/expand-button.tsx'
import { stepTypesQuery } from '../editor/step-types.ts'
import { StepTile } from '../editor/step-tile.tsx'
import { isOpen, skipReasonOf, stepStatusLabels, stepTones, waitText } from '../run-labels.ts'
import { StepDetails } from './step-details.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

/** Rows that are drawn at first: a loop of a thousand turns is no page. */
const firstRows = 100

interface RunTimelineProps {
  run: WorkflowRunDetail
  /** Id in the graph of the step whose newest turn is expanded. */
  selected: string | undefined
  onSelect: (stepId: string | undefined) => void
}

/** All steps of a run in start order, each turn of a loop too; each expands to its input and output. */
export function RunTimeline({ run, selected, onSelect }: RunTimelineProps) {
  const types = useQuery(stepTypesQuery)
  const byType = new Map(types.data?.map((type) => [type.type, type]))
  const [rows, setRows] = useState(firstRows)
  const { steps } = run
  const openSeq = steps.findLast(({ stepId }) => stepId === selected)?.seq ?? null
  const openAt = steps.findIndex(({ seq }) => seq === openSeq)
  const shown = steps.slice(0, Math.max(rows, openAt + 1))
  return (
    <Card title={t('Timeline')} aside={plural(steps.length, { one: '{count} step', other: '{count} steps' })}>
      {steps.length === 0 && <p className={styles.text}>{isOpen(run) ? t('Nothing has started yet.') : t('No step was started.')}</p>}
      <ol className={classes.steps} aria-busy={isOpen(run)}>
        {shown.map((step) => (
          <StepRow
            key={step.seq}
            run={run}
            step={step}
            type={byType.get(step.type)}
            // Selected in the graph or by the URL: expands its newest turn and scrolls to it.
            isChosen={step.seq === openSeq}
            onClose={() => onSelect(undefined)}
          />
        ))}
      </ol>
      {shown.length < steps.length && (
        <Button variant="default" size="xs" onClick={() => setRows(shown.length + firstRows)}>
          {t('Show more')}
        </Button>
      )}
      {run.moreSteps && <p className={styles.text}>{t('This run has more steps than are shown here.')}</p>}
    </Card>
  )
}

interface StepRowProps {
  run: WorkflowRunDetail
  step: StepRun
  type: StepType | undefined
  isChosen: boolean
  onClose: () => void
}

function StepRow({ run, step, type, isChosen, onClose }: StepRowProps) {
  const [isOpened, setIsOpened] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const id = useId()
  const opened = isOpened || isChosen
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const close = () => {
    setIsOpened(false)
    if (isChosen) onClose()
  }
  return (
    <li ref={row} className={classes.step}>
      <ExpandButton
        isRow
        className={classes.stepHead}
        opened={opened}
        controls={id}
        onToggle={() => (opened ? close() : setIsOpened(true))}
      >
        <StepTile icon={type?.icon} small />
        <span className={styles.grow}>
          <span className={classes.stepName}>
            <span className={styles.truncateShrink}>{step.stepName}</span>
            {step.scope && <span className={classes.scope}>{step.scope}</span>}
          </span>
          <span className={classes.stepFacts}>{factsOf(step).join(' · ')}</span>
        </span>
        <StatusDot tone={stepTones[step.status]} label={stepStatusLabels[step.status]} live={step.status === 'running'} />
      </ExpandButton>
      <Collapse expanded={opened} id={id}>
        {opened && <StepDetails run={run} step={step} />}
      </Collapse>
    </li>
  )
}

const factsOf = (step: StepRun): string[] =>
  [
    skipReasonOf(step),
    step.endedAt === null ? null : formatDuration(new Date(step.endedAt).getTime() - new Date(step.startedAt).getTime()),
    step.waitingFor ? (waitText[step.waitingFor.kind] ?? t('Waits')) : null,
    step.attempt > 1 ? t('attempt {number}', { number: step.attempt }) : null,
    step.port && step.port !== 'next' ? t('continued by {port}', { port: step.port }) : null,
    step.costMicros > 0 ? formatMicros(step.costMicros) : null,
    step.repeats > 0 ? plural(step.repeats, { one: 'possibly repeated once', other: 'possibly repeated {count} times' }) : null,
  ].filter((fact) => fact !== null)
