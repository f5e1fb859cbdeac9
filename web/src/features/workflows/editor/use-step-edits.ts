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

/** Where a step is being added: behind a way out, or where something was dropped. */
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

/** What is done to steps from several places: the palette, the canvas, its keys, the clipboard. */
export function useStepEdits({ graph, types, name, refusal }: StepEdits) {
  const { definition, selected, change } = graph
  /** Where a step is to be added, while its type is chosen. */
  const [adding, setAdding] = useState<Adding | null>(null)
  /** On phones: the sheet with the form of what is selected. */
  const [formOpen, setFormOpen] = useState(false)
  const [focusAsked, setFocusAsked] = useState(0)

  /** Adds a step of a type where one is being added, or behind what is selected. */
  function add(typeName: string, where?: Adding): void {
    const type = types.get(typeName)
    if (!type || refusal) return
    const { place, at } = where ?? adding ?? { place: placeAfter(definition, types, selected[0] ?? null) }
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const added = addStep({ definition, type, types, name: translateMessage(type.label), timeZone, place, at })
    const suggested = suggestPath(added.definition, added.id, name)
    change(() => suggested, { select: [added.id] })
    // What the step was chosen from is gone now; the palette beside the canvas keeps the focus.
    if (adding || definition.steps.length === 0) setFocusAsked(focusAsked + 1)
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
  return { adding, setAdding, formOpen, setFormOpen, focusAsked, add, paste, copy, duplicate, remove, arrange: () => void arrange() }
}
