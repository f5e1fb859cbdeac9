import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { WorkflowDetail } from '@imperium/contract/workflows.ts'
import { reportError } from '../../../lib/query-client.ts'
import { useOrganization } from '../../../lib/use-session.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { confirm } from '../../../ui/confirm.ts'
import { workflowQuery } from '../api.ts'
import { useGate } from '../use-gate.ts'
import { addStep, placeAfter } from './graph/add-step.ts'
import { pasteSteps, readCopied, copySteps } from './graph/clipboard.ts'
import { disconnect, moveSteps, removeSteps } from './graph/edit-graph.ts'
import type { Place, Position } from './graph/edit-graph.ts'
import { problemsByStep } from './graph/group-problems.ts'
import { layOut, layoutInput } from './graph/layout.ts'
import type { StepTypes } from './graph/ports.ts'
import { useAutosave } from './use-autosave.ts'
import { useGraph } from './use-graph.ts'
import { useTestRun } from './use-test-run.ts'
import { useValidation } from './use-validation.ts'

/** Where a step is being added: behind a way out, or where something was dropped. */
export interface Adding {
  place: Place | null
  at?: Position
}

/** A workflow while it is edited: its graph, how it is saved, what stands against it, and a test of it. */
export function useEditor(initial: WorkflowDetail, types: StepTypes) {
  const client = useQueryClient()
  const graph = useGraph(initial.draft)
  const [name, setName] = useState(initial.name)
  /** Where a step is to be added, while its type is chosen. */
  const [adding, setAdding] = useState<Adding | null>(null)
  /** On phones: the sheet with the form of what is selected. */
  const [formOpen, setFormOpen] = useState(false)
  const [focusAsked, setFocusAsked] = useState(0)
  const { definition, selected, change } = graph
  const refusal = useGate('workflows:write')
  const autosave = useAutosave(initial, { name, definition }, refusal === undefined)
  const problems = useValidation(definition, initial.problems)
  const test = useTestRun(initial.id, definition)
  const { name: organization } = useOrganization()
  const isTrigger = (type: string) => types.get(type)?.isTrigger ?? false
  const unsaved = refusal === undefined && autosave.dirty

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || (await autosave.flush())) return false
      const question = { title: t('Unsaved changes'), message: t('Leave without saving your changes?'), action: t('Discard changes') }
      return !(await confirm(question))
    },
    enableBeforeUnload: unsaved,
    disabled: !unsaved,
  })

  /** Adds a step of a type where one is being added, or behind what is selected. */
  function add(typeName: string, where?: Adding): void {
    const type = types.get(typeName)
    if (!type || refusal) return
    const { place, at } = where ?? adding ?? { place: placeAfter(definition, types, selected[0] ?? null) }
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const added = addStep({ definition, type, types, name: translateMessage(type.label), timeZone, place, at })
    const suggested = suggestPath(added.definition, added.id, initial.name)
    change(() => suggested, { select: [added.id] })
    // What the step was chosen from is gone now; the palette beside the canvas keeps the focus.
    if (adding || definition.steps.length === 0) setFocusAsked(focusAsked + 1)
    setAdding(null)
    setFormOpen(true)
  }

  function paste(text: string): boolean {
    const copied = refusal ? null : readCopied(text)
    if (!copied) return false
    const pasted = pasteSteps(definition, copied, isTrigger)
    change(() => pasted.definition, { select: pasted.ids })
    return true
  }

  async function arrange(): Promise<void> {
    try {
      const positions = await layOut(layoutInput(definition, types))
      change((now) => moveSteps(now, positions))
    } catch (error) {
      reportError(error, t('The steps could not be arranged'))
    }
  }

  /** Takes what is on the server now; what was changed here is lost. */
  async function loadTheirs(): Promise<void> {
    try {
      const workflow = await client.fetchQuery({ ...workflowQuery(initial.id), staleTime: 0 })
      takeOver(workflow)
    } catch (error) {
      reportError(error, t('The workflow could not be read again'))
    }
  }

  /** Shows another draft, as saved: after a roll back too. */
  function takeOver(workflow: WorkflowDetail): void {
    graph.restart(workflow.draft)
    setName(workflow.name)
    autosave.adopt(workflow, { name: workflow.name, definition: workflow.draft })
  }

  return {
    graph,
    types,
    autosave,
    problems,
    test,
    name,
    setName,
    refusal,
    organization,
    adding,
    setAdding,
    formOpen,
    focusAsked,
    setFormOpen,
    workflow: autosave.workflow,
    problemsOf: problemsByStep(problems),
    isTrigger,
    add,
    paste,
    arrange: () => void arrange(),
    loadTheirs: () => void loadTheirs(),
    takeOver,
    copy: () => copySteps(definition, new Set(selected)),
    duplicate: () => paste(copySteps(definition, new Set(selected))),
    remove: (ids: readonly string[] = selected) =>
      change((now) => (ids.length === 0 && graph.way ? disconnect(now, graph.way) : removeSteps(now, ids))),
  }
}
export type Editor = ReturnType<typeof useEditor>

/** A webhook needs a path of its own: the workflow's name is a good beginning. */
function suggestPath(definition: WorkflowDetail['draft'], id: string, name: string): WorkflowDetail['draft'] {
  const steps = definition.steps.map((step) => {
    if (step.id !== id || step.type !== 'trigger_webhook' || step.config['path']) return step
    const path = name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
    return path === '' ? step : { ...step, config: { ...step.config, path: path.slice(0, 80) } }
  })
  return { ...definition, steps }
}
