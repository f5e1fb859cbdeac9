import { Button } from '@mantine/core'
import { IconMessageCircle, IconPlayerStop, IconRefresh, IconRotateClockwise } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isFinished, runs } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { formatCompact, formatDuration, formatMicros } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { RunStatusDot } from '../agent-status.tsx'
import { reportFailure } from '../report-failure.ts'
import { spentSoFar } from './run-state.ts'
import type { RunView } from './run-state.ts'
import { useElapsed } from '../../../lib/use-elapsed.ts'
import { useStopGate } from '../../../lib/use-gate.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

interface RunHeadProps {
  view: RunView
  onRunAgain: ((run: Run) => void) | undefined
  onContinue: ((run: Run) => void) | undefined
}

/** Status and figures of a run; cancels it while it works, and goes on from it afterwards. */
export function RunHead({ view, onRunAgain, onContinue }: RunHeadProps) {
  const { run } = view
  const finished = isFinished(run.status)
  const elapsedMs = useElapsed(run.startedAt ?? run.createdAt, !finished)
  const { tokens, costMicros } = spentSoFar(view)
  const facts = [
    formatDuration(finished ? run.latencyMs : elapsedMs),
    plural(tokens, { one: '{count} token', other: '{count} tokens' }, { count: formatCompact(tokens) }),
    formatMicros(costMicros),
    ...(run.unknownCostMicros ? [t('up to {cost} more for calls of unknown outcome', { cost: formatMicros(run.unknownCostMicros) })] : []),
    run.model,
    run.isDraft ? t('unsaved settings') : t('version {version}', { version: run.agentVersion }),
  ]
  return (
    <div className={styles.rowTop}>
      <div className={styles.grow}>
        <span role="status">
          <RunStatusDot status={run.status} />
        </span>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        <p className={classes.facts}>
          {run.startedBy} · <RelativeTime at={run.createdAt} />
        </p>
        {run.recoveries > 0 && (
          <p className={classes.recovered}>
            <IconRotateClockwise size={14} stroke={1.8} aria-hidden />
            {run.recoveries > 1
              ? plural(run.recoveries, { one: 'Resumed after a restart', other: 'Resumed after a restart ({count} times)' })
              : t('Resumed after a restart')}
          </p>
        )}
      </div>
      {!finished && <CancelButton id={run.id} />}
      {finished && onContinue && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMessageCircle size={15} stroke={1.7} aria-hidden />}
          onClick={() => onContinue(run)}
        >
          {t('Continue in chat')}
        </Button>
      )}
      {finished && onRunAgain && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden />}
          onClick={() => onRunAgain(run)}
        >
          {t('Run again')}
        </Button>
      )}
    </div>
  )
}

function CancelButton({ id }: { id: string }) {
  const client = useQueryClient()
  const refusal = useStopGate('runs:cancel')
  const cancel = useMutation({
    mutationFn: () => call(runs.cancel, { params: { id } }),
    meta: { silent: true },
    onError: (error) => reportFailure(t('The run could not be cancelled'), error),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(runs.read) }),
  })
  const waiting = cancel.isPending || cancel.isSuccess
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlayerStop size={15} stroke={1.7} aria-hidden />}
      onClick={() => cancel.mutate()}
      disabled={refusal !== undefined || waiting}
      title={refusal}
    >
      {waiting ? t('Cancelling...') : t('Cancel')}
    </Button>
  )
}
