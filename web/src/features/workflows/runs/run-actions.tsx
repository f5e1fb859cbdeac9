import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRotateClockwise } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { WorkflowRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { call } from '../../../lib/api.ts'
import { useGate, useStopGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { refreshRuns } from '../api.ts'
import { isOpen } from '../run-labels.ts'

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const verbs = { cancel: workflowRuns.cancel, pause: workflowRuns.pause, resume: workflowRuns.resume } as const
/** Cancel, pause and resume for an active run; retry for an ended one. */
export function RunActions({ run, onRetry }: { run: WorkflowRun; onRetry: () => void }) {
  const client = useQueryClient()
  const refusal = useGate('workflows:run')
  const stopRefusal = useStopGate('workflows:run')
  const act = useMutation({
    mutationFn: (verb: keyof typeof verbs) => call(verbs[verb], { params: { id: run.id } }),
    meta: { failure: t('The run could not be changed') },
    onSettled: () => refreshRuns(client),
  })
  const off = (why: string | undefined) => ({ variant: 'default', disabled: why !== undefined || act.isPending, title: why }) as const

  async function cancel(): Promise<void> {
    const message = t('Current steps finish or become unknown. Later steps do not run.')
    if (await confirm({ title: t('Cancel run'), message, action: t('Cancel run') })) act.mutate('cancel')
  }

  if (!isOpen(run))
    return (
      <Button
        variant={run.status === 'failed' ? 'filled' : 'default'}
        leftSection={<IconRotateClockwise {...symbol} />}
        disabled={refusal !== undefined}
        title={refusal}
        onClick={onRetry}
      >
        {t('Retry')}
      </Button>
    )
  const stands = run.status === 'paused' || run.status === 'quarantined'
  return (
    <>
      <Button {...off(stopRefusal)} leftSection={<IconPlayerStop {...symbol} />} onClick={() => void cancel()}>
        {t('Cancel run')}
      </Button>
      {stands ? (
        <Button {...off(refusal)} leftSection={<IconPlayerPlay {...symbol} />} onClick={() => act.mutate('resume')}>
          {t('Resume')}
        </Button>
      ) : (
        <Button {...off(stopRefusal)} leftSection={<IconPlayerPause {...symbol} />} onClick={() => act.mutate('pause')}>
          {t('Pause')}
        </Button>
      )}
    </>
  )
}
