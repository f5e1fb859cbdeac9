import { useState } from 'react'
import { reportError } from '../../../lib/query-client.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { addStep, placeAfter } from './graph/add-step.ts'
import { copySteps, pasteSteps, readCopied } from './graph/clipboard.ts'
import { disconnect, moveSteps, removeSteps } from './graph/edit-graph.ts'
import type { Place, Position } from './graph/edit-graph.ts'
import { layOut, layoutInput } from './graph/layout.ts'
import type { StepTypes } from './graph/ports.ts'
import { suggestPath } from './graph/suggest-path.ts'
import type { Graph } from './use-graph.ts'

/** The place where a step is being added: behind a port, or at a drop position. */
export interface Adding {
  place: Place | null
  at?: Position
}

interface StepEdits {
  graph: Graph
  types: StepTypes
  /** Of the workflow. */
  name: string
  refusal: string | undefined
}

/** Step edits shared by the palette, the canvas, its keys and the clipboard. */
export function useStepEdits({ graph, types, name, refusal }: StepEdits) {
  const { definition, selected, change } = graph
  /** The place of the new step while its type is chosen. */
  const [adding, setAdding] = useState<Adding | null>(null)
  /** On phones: the sheet with the form of the selection. */
  const [formOpen, setFormOpen] = useState(false)
  const [focusRequest, setFocusRequest] = useState(0)

  /** Adds a step of a type at the chosen place, or behind the selection. */
  function add(typeName: string, where?: Adding): void {
    const type = types.get(typeName)
    if (!type || refusal) return
    const { place, at } = where ?? adding ?? { place: placeAfter(definition, types, selected[0] ?? null) }
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const added = addStep({ definition, type, types, name: translateMessage(type.label), timeZone, place, at })
    const suggested = suggestPath(added.definition, added.id, name)
    change(() => suggested, { select: [added.id] })
    // The dialog or empty state with the choice is gone now, so focus the step; a palette beside the canvas keeps the focus.
    if (adding || definition.steps.length === 0) setFocusRequest(focusRequest + 1)
    setAdding(null)
    setFormOpen(true)
  }

  function paste(text: string): boolean {
    const copied = refusal ? null : readCopied(text)
    if (!copied) return false
    const pasted = pasteSteps(definition, copied, (type) => types.get(type)?.isTrigger ?? false)
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

  const copy = () => copySteps(definition, new Set(selected))
  /** The steps, or the connection, that are selected. */
  const remove = (ids: readonly string[] = selected) =>
    change((now) => (ids.length === 0 && graph.way ? disconnect(now, graph.way) : removeSteps(now, ids)))
  const duplicate = () => paste(copy())
  return { adding, setAdding, formOpen, setFormOpen, focusRequest, add, paste, copy, duplicate, remove, arrange: () => void arrange() }
}
