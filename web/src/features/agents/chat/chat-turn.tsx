import { ActionIcon, Button, Collapse, Textarea, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { isFinished, runs } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { keyOf } from '../../../lib/api.ts'
import { formatCompact, formatDuration, formatMicros } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { useCopy } from '../../../ui/text/use-copy.ts'
import { ExpandButton } from '../../../ui/list/expand-button.tsx'
import { RunStatusDot } from '../agent-status.tsx'
import { RunFailure } from '../runs/run-failure.tsx'
import { writeRunInput } from '../runs/read-run-input.ts'
import { spentSoFar } from '../runs/run-state.ts'
import { CitedText, Sources } from '../runs/cited-answer.tsx'
import { InputImages, RunImages } from '../runs/run-images.tsx'
import type { RunView } from '../runs/run-state.ts'
import { RunSteps } from '../runs/run-steps.tsx'
import { useLiveRun } from '../runs/use-live-run.ts'
import type { AgentsView } from '../use-agents-view.ts'
import { sendsOnEnter } from './sends-on-enter.ts'
import styles from '../../../ui/styles.module.css'
import classes from './chat.module.css'

interface ChatTurnProps {
  turn: Run
  view: AgentsView
  /** Runs another text in the place of this one; undefined while nothing can be sent. */
  onEdit: ((text: string) => void) | undefined
}

/** A message and its answer, with steps and cost. */
export function ChatTurn({ turn, view, onEdit }: ChatTurnProps) {
  const [withSteps, setWithSteps] = useState(false)
  const live = useLiveRun(turn.id, withSteps || !isFinished(turn.status))
  const shown: RunView = live.shown ?? { run: turn, steps: [], answer: turn.output }
  const client = useQueryClient()
  const hasEnded = isFinished(shown.run.status) && !isFinished(turn.status)
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: keyOf(runs.conversation) })
  }, [client, hasEnded])
  return (
    <li className={styles.stack8}>
      <Question text={writeRunInput(turn.input).typed} onEdit={onEdit} />
      <InputImages run={turn} />
      <Reply shown={shown} view={view} />
      <TurnFoot shown={shown} opened={withSteps} onToggle={() => setWithSteps(!withSteps)} error={live.error} />
    </li>
  )
}

function Question({ text, onEdit }: { text: string; onEdit: ChatTurnProps['onEdit'] }) {
  const [edited, setEdited] = useState<string | null>(null)
  if (edited !== null) return <EditedQuestion edited={edited} onChange={setEdited} onSend={onEdit} onCancel={() => setEdited(null)} />
  return (
    <div className={classes.asked}>
      {onEdit && (
        <Tooltip label={t('Edit and run again')}>
          <ActionIcon size={26} aria-label={t('Edit and run again')} onClick={() => setEdited(text)}>
            <IconPencil size={15} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <p className={classes.question}>{text}</p>
    </div>
  )
}

interface EditedQuestionProps {
  edited: string
  onChange: (text: string) => void
  onSend: ChatTurnProps['onEdit']
  onCancel: () => void
}

function EditedQuestion({ edited, onChange, onSend, onCancel }: EditedQuestionProps) {
  const isReady = onSend !== undefined && edited.trim() !== ''
  const send = () => isReady && onSend(edited.trim())
  return (
    <form
      className={classes.edit}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog inside a form: React tells the outer form too.
        event.stopPropagation()
        send()
      }}
    >
      <Textarea
        aria-label={t('Edited message')}
        // Escape ends the edit; the panel around it stays open.
        data-mantine-stop-propagation="true"
        description={t('What followed stays in the run history.')}
        autosize
        autoFocus
        minRows={1}
        maxRows={10}
        value={edited}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onCancel()
          } else if (sendsOnEnter(event)) {
            event.preventDefault()
            send()
          }
        }}
      />
      <div className={styles.buttonsEnd}>
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button variant="default" size="xs" type="submit" disabled={!isReady}>
          {t('Run again')}
        </Button>
      </div>
    </form>
  )
}

/** Plain text, never markup: model output fetches nothing (SEC-44). */
function Reply({ shown: { run, answer }, view }: { shown: RunView; view: AgentsView }) {
  const { copied, copy } = useCopy()
  const isOver = isFinished(run.status)
  return (
    <>
      {run.isHidden && <p className={styles.hint}>{t('You do not have permission to see this result')}</p>}
      {!run.isHidden && (answer !== null || !isOver) && (
        <div className={classes.answered}>
          <div className={classes.answer} aria-live="polite" aria-busy={!isOver} role="region" aria-label={t('Answer')}>
            {answer !== null ? (
              <CitedText text={answer} citations={run.citations ?? []} />
            ) : (
              <span className={styles.hint}>{run.status === 'queued' ? t('Waiting for a worker') : t('Working')}…</span>
            )}
            {!isOver && answer !== null && <span className={classes.caret} aria-hidden />}
          </div>
          {isOver && answer !== null && (
            <Tooltip label={copied ? t('Copied') : t('Copy answer')}>
              <ActionIcon size={26} aria-label={copied ? t('Copied') : t('Copy answer')} onClick={() => copy(answer)}>
                {copied ? <IconCheck size={15} stroke={1.7} aria-hidden /> : <IconCopy size={15} stroke={1.7} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      )}
      <RunImages run={run} />
      <Sources citations={run.citations ?? []} />
      {run.error && <RunFailure error={run.error} runId={run.id} onChange={view.change} />}
    </>
  )
}

interface TurnFootProps {
  shown: RunView
  opened: boolean
  onToggle: () => void
  error: unknown
}

function TurnFoot({ shown, opened, onToggle, error }: TurnFootProps) {
  const { run, steps } = shown
  const id = useId()
  const isOver = isFinished(run.status)
  const { tokens, costMicros } = spentSoFar(shown)
  const facts = [
    ...(isOver ? [formatDuration(run.latencyMs)] : []),
    plural(tokens, { one: '{count} token', other: '{count} tokens' }, { count: formatCompact(tokens) }),
    formatMicros(costMicros),
    run.isDraft ? t('unsaved settings') : t('version {version}', { version: run.agentVersion }),
  ]
  return (
    <div>
      <div className={classes.facts}>
        {run.status !== 'completed' && <RunStatusDot status={run.status} />}
        <ExpandButton className={classes.stepsToggle} opened={opened} controls={id} onToggle={onToggle}>
          {t('Steps')}
        </ExpandButton>
        <span className={styles.hint}>{facts.join(' · ')}</span>
      </div>
      {!isOver && steps.at(-1)?.kind === 'tool_call' && (
        <p className={styles.hint}>{t('Uses the tool {name}', { name: steps.at(-1)?.name ?? '' })}…</p>
      )}
      <Collapse expanded={opened} id={id}>
        {opened &&
          (error ? <p className={styles.hint}>{t('The steps could not be loaded')}</p> : <RunSteps steps={steps} working={!isOver} />)}
      </Collapse>
    </div>
  )
}
