import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { reportError } from '../../../lib/query-client.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { usePreparedConfirm } from '../../../ui/dialog/use-prepared-confirm.ts'
import { workflowQuery } from '../api.ts'
import { useNewSecret } from '../use-new-secret.ts'
import { problemsByStep } from './graph/group-problems.ts'
import { withPositions } from './graph/layout.ts'
import type { StepTypes } from './graph/ports.ts'
import { useAutosave } from './use-autosave.ts'
import { useGraph } from './use-graph.ts'
import { useStepEdits } from './use-step-edits.ts'
import { useTestRun } from './trial/use-test-run.ts'
import { useValidation } from './use-validation.ts'

/** The state of the workflow editor: graph, saving, problems and test run. */
export function useEditor(initial: WorkflowDetail, types: StepTypes) {
  const client = useQueryClient()
  const graph = useGraph(initial.draft)
  const [name, setName] = useState(initial.name)
  const { definition } = graph
  const refusal = useGate('workflows:write')
  const autosave = useAutosave(initial, { name, definition }, refusal === undefined)
  const problems = useValidation(definition, initial.problems)
  const test = useTestRun(initial.id, definition)
  const edits = useStepEdits({ graph, types, name, refusal })
  const unsaved = refusal === undefined && autosave.dirty

  usePreparedConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || (await autosave.flush())) return false
      const question = { title: t('Unsaved changes'), message: t('Leave without saving your changes?'), action: t('Discard changes') }
      return !(await confirm(question))
    },
    enableBeforeUnload: unsaved,
    disabled: !unsaved,
  })

  /** Reloads from the server and discards local changes. */
  async function loadTheirs(): Promise<void> {
    try {
      await showDraft(await client.fetchQuery({ ...workflowQuery(initial.id), staleTime: 0 }))
    } catch (error) {
      reportError(error, t('The workflow could not be reloaded'))
    }
  }

  /** Shows another draft, as saved: after a roll back too. */
  async function showDraft(workflow: WorkflowDetail): Promise<void> {
    const arranged = await withPositions(workflow.draft, types)
    graph.restart(arranged)
    setName(workflow.name)
    autosave.adopt(workflow, { name: workflow.name, definition: arranged })
  }

  // Kept here, not in the form: the form unmounts in a narrow window, and the secret is never shown again.
  const secret = useNewSecret(initial.id)
  const [firstSecret, setFirstSecret] = useState<string | undefined>()
  return {
    ...edits,
    graph,
    types,
    autosave,
    problems,
    test,
    secret,
    firstSecret,
    setFirstSecret,
    name,
    setName,
    refusal,
    workflow: autosave.workflow,
    problemsOf: problemsByStep(problems),
    isTrigger: (type: string) => types.get(type)?.isTrigger ?? false,
    loadTheirs: () => void loadTheirs(),
    showDraft,
  }
}
export type Editor = ReturnType<typeof useEditor>
