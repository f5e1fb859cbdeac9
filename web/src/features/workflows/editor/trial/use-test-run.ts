import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import { call } from '../../../../lib/api.ts'
import { t } from '../../../../lib/words.ts'
import { useStream } from '../../../../lib/use-stream.ts'
import { runQuery } from '../../api.ts'
import { isOpen } from '../../run-labels.ts'
import { overlayOf } from '../graph/run-overlay.ts'

export interface TestInput {
  input: Json
  effects: 'sample' | 'real'
  /** The step after which it ends. */
  until?: string
}

/** A test of the current graph: starts it, follows it and shows it on the steps. */
export function useTestRun(workflowId: string, definition: WorkflowDefinition) {
  const client = useQueryClient()
  const [runId, setRunId] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  /** Set from a step: the test ends after it. */
  const [until, setUntil] = useState<string | null>(null)
  const start = useMutation({
    mutationFn: (test: TestInput) => call(workflowRuns.test, { params: { id: workflowId }, body: { definition, ...test } }),
    meta: { failure: t('The test could not be started') },
    onSuccess: (started) => setRunId(started.runId),
  })
  const run = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== null })
  const isRunning = start.isPending || (runId !== null && (run.data === undefined || isOpen(run.data)))
  const read = async () => {
    const fresh = runId === null ? null : await client.fetchQuery({ ...runQuery(runId), staleTime: 0 })
    return fresh === null || !isOpen(fresh)
  }
  useStream(
    workflowRuns.events,
    { params: { id: runId ?? '' } },
    { enabled: runId !== null && isRunning, onEvent: () => void read(), onPoll: read },
  )
  return {
    opened,
    setOpened,
    isRunning,
    until,
    setUntil,
    run: run.data ?? null,
    error: run.error,
    overlay: run.data ? overlayOf(run.data.steps) : null,
    start: (test: TestInput) => start.mutate(test),
    clear: () => setRunId(null),
  }
}
