import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { Run } from '@imperium/contract/runs.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notes } from '../../notes/index.ts'
import { RunReply } from './run-answer.tsx'
import { RunFailure } from './run-failure.tsx'
import { RunHead } from './run-head.tsx'
import { RunInputBlock } from './run-input-block.tsx'
import { RunSteps } from './run-steps.tsx'
import { useLiveRun } from './use-live-run.ts'
import type { AgentsView } from '../use-agents-view.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

interface RunDetailsProps {
  id: string
  /** Opens another part of the agent. */
  onChange: AgentsView['change']
  /** Also shows the input, for places that do not show it above. */
  withInput?: boolean
  onRunAgain?: (run: Run) => void
  /** Opens the run as the last turn of a chat. */
  onContinue?: (run: Run) => void
}

/** One run with all its steps, live while it works. Model output is shown as plain text. */
export function RunDetails({ id, onChange, withInput = false, onRunAgain, onContinue }: RunDetailsProps) {
  const { shown, following, error, retry } = useLiveRun(id)
  if (!shown) {
    if (error) return <ErrorState plain error={error} title={t('This run could not be loaded')} onRetry={retry} />
    return <Skeleton height={180} radius={12} />
  }
  return (
    <section className={`${styles.stackWide} ${classes.run}`} aria-label={t('Agent run')}>
      <RunHead view={shown} onRunAgain={onRunAgain} onContinue={onContinue} />
      {shown.run.error && <RunFailure error={shown.run.error} runId={id} onChange={onChange} />}
      {withInput && <RunInputBlock run={shown.run} />}
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
