import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useReducer } from 'react'
import { isFinished, runs } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { useStream } from '../../../lib/use-stream.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notes } from '../../notes/index.ts'
import { refreshAfterRun, runQuery } from '../api.ts'
import { RunReply } from './run-answer.tsx'
import { RunFailure } from './run-failure.tsx'
import { RunHead } from './run-head.tsx'
import { RunInputBlock } from './run-input-block.tsx'
import { emptyRun, applyEvent, viewRun } from './run-state.ts'
import { RunSteps } from './run-steps.tsx'
import type { AgentsView } from '../use-agents-view.ts'
import classes from './run.module.css'

interface RunDetailsProps {
  id: string
  view: AgentsView
  /** Also shows the input, for places that do not show it above. */
  withInput?: boolean
  onRunAgain?: (run: Run) => void
}

/**
 * One run with all its steps. Follows a running one by server-sent events (resumed after a disconnect), or polls every two seconds
 * where events are unavailable. Model output is shown as plain text.
 */
export function RunDetails({ id, view, withInput = false, onRunAgain }: RunDetailsProps) {
  const client = useQueryClient()
  const detail = useQuery(runQuery(id))
  const [live, take] = useReducer(applyEvent, emptyRun)
  const shown = detail.data ? viewRun(detail.data, live) : null
  const following = shown !== null && !isFinished(shown.run.status)

  useStream(
    runs.events,
    { params: { id } },
    {
      enabled: following,
      onEvent: (event, eventId) => {
        take({ id: eventId, event })
        if (event.type !== 'done') return false
        refreshAfterRun(client, event.run.agentId)
        return true
      },
      onPoll: async () => {
        const { data } = await detail.refetch()
        if (!data || !isFinished(data.status)) return false
        refreshAfterRun(client, data.agentId)
        return true
      },
    },
  )

  if (!shown) {
    if (detail.isError)
      return <ErrorState plain error={detail.error} title={t('This run could not be loaded')} onRetry={() => void detail.refetch()} />
    return <Skeleton height={180} radius={12} />
  }
  return (
    <section className={classes.run} aria-label={t('Agent run')}>
      <RunHead view={shown} onRunAgain={onRunAgain} />
      {shown.run.error && <RunFailure error={shown.run.error} runId={id} view={view} />}
      {withInput && <RunInputBlock input={shown.run.input} />}
      <RunReply view={shown} />
      <RunSteps steps={shown.steps} working={following} />
      <section aria-label={t('Notes')}>
        <h3 className={classes.notesTitle}>{t('Notes')}</h3>
        <Suspense fallback={<Skeleton height={40} radius={8} />}>
          <Notes subject="run" subjectId={id} folded />
        </Suspense>
      </section>
    </section>
  )
}
