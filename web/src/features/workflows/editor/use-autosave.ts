import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { refreshWorkflows, workflowQuery } from '../api.ts'

/** From the last change until it is saved. */
const quietMs = 700
/** Between two tries without a connection. */
const retryMs = 4_000

export interface Draft {
  name: string
  definition: WorkflowDefinition
}

/** conflict: another member saved in between. offline: retried automatically. refused: the server's reason, until the next change. */
export type SaveProblem = { kind: 'conflict' } | { kind: 'offline' } | { kind: 'refused'; message: string }

export interface Autosave {
  /** As the server has it. */
  workflow: WorkflowDetail
  dirty: boolean
  saving: boolean
  savedAt: string
  problem: SaveProblem | null
  /** Saves unsaved changes. Returns null if that failed. */
  flush: () => Promise<WorkflowDetail | null>
  /** After a conflict: overwrites the other member's version with the current graph. */
  keepMine: () => Promise<void>
  /** Uses the workflow from a response as the saved state. */
  adopt: (workflow: WorkflowDetail, draft: Draft) => void
}

interface Saved extends Draft {
  workflow: WorkflowDetail
}

/** Saves a draft automatically, a moment after each change. */
export function useAutosave(initial: WorkflowDetail, draft: Draft, enabled: boolean): Autosave {
  const client = useQueryClient()
  const [saved, setSaved] = useState<Saved>({ workflow: initial, name: initial.name, definition: initial.draft })
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const [refusedFor, setRefusedFor] = useState<Draft | null>(null)
  const dirty = draft.definition !== saved.definition || draft.name !== saved.name
  const update = useMutation({
    mutationFn: ({ name, definition, revision }: Draft & { revision: number }) =>
      call(workflows.update, { params: { id: initial.id }, body: { name, draft: definition, revision } }),
    meta: { silent: true },
  })

  // Sequential: each save needs the revision from the previous response.
  const revision = useRef(initial.revision)
  const queue = useRef<Promise<WorkflowDetail | null>>(Promise.resolve(null))
  function save(): Promise<WorkflowDetail | null> {
    const sent = draft
    queue.current = queue.current.then(() => send(sent))
    return queue.current
  }

  async function send(sent: Draft): Promise<WorkflowDetail | null> {
    try {
      const workflow = await update.mutateAsync({ ...sent, revision: revision.current })
      adopt(workflow, sent)
      return workflow
    } catch (error) {
      setProblem(problemOf(error))
      setRefusedFor(sent)
      return null
    }
  }

  function adopt(workflow: WorkflowDetail, known: Draft): void {
    revision.current = workflow.revision
    setSaved({ ...known, workflow })
    setProblem(null)
    client.setQueryData(workflowQuery(workflow.id).queryKey, workflow)
    refreshWorkflows(client)
  }

  async function keepMine(): Promise<void> {
    try {
      const theirs = await client.fetchQuery({ ...workflowQuery(initial.id), staleTime: 0 })
      revision.current = theirs.revision
      await save()
    } catch (error) {
      setProblem(problemOf(error))
    }
  }

  const isRefused = problem?.kind === 'refused' && refusedFor?.definition === draft.definition && refusedFor.name === draft.name
  const due = enabled && dirty && !update.isPending && problem?.kind !== 'conflict' && !isRefused
  const saveNow = useEffectEvent(() => void save())
  const delay = problem?.kind === 'offline' ? retryMs : quietMs
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => saveNow(), delay)
    const back = () => saveNow()
    addEventListener('online', back)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', back)
    }
  }, [due, delay, draft.definition, draft.name])

  return {
    workflow: saved.workflow,
    dirty,
    saving: update.isPending,
    savedAt: saved.workflow.updatedAt,
    problem,
    flush: async () => (dirty ? save() : saved.workflow),
    keepMine,
    adopt,
  }
}

function problemOf(error: unknown): SaveProblem {
  if (!(error instanceof ApiError)) return { kind: 'refused', message: t('An unexpected error occurred.') }
  if (error.status === 409) return { kind: 'conflict' }
  if (error.kind === 'network' || error.status >= 500 || error.status === 429) return { kind: 'offline' }
  return { kind: 'refused', message: Object.values(error.fields)[0] ?? error.message }
}
