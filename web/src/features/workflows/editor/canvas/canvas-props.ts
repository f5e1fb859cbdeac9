import type { GraphProblem, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Place, Position } from '../graph/edit-graph.ts'
import type { StepTypes } from '../graph/ports.ts'
import type { RunOverlay } from '../graph/run-overlay.ts'

/** What may be done to the graph; without it, it is only looked at. */
export interface CanvasEdits {
  onMove: (positions: Record<string, Position>) => void
  onConnect: (place: Place, to: string) => void
  /** A type is to be chosen for a step behind a way out. */
  onAdd: (place: Place | null, at?: Position) => void
  /** A type of step was dropped: on an edge, or where there is nothing. */
  onDrop: (type: string, at: Position, place: Place | null) => void
  onRemove: () => void
  onDuplicate: () => void
  onArrange: () => void
}

export interface CanvasProps {
  definition: WorkflowDefinition
  types: StepTypes
  problems: ReadonlyMap<string | null, readonly GraphProblem[]>
  overlay: RunOverlay | null
  selected: readonly string[]
  way: Place | null
  onSelect: (ids: readonly string[]) => void
  onSelectWay: (way: Place | null) => void
  /** The form of a step is wanted: Enter, or a tap. */
  onOpen: (id: string, by: 'keys' | 'pointer') => void
  edits: CanvasEdits | null
  /** Counts how often a new step was to have the keyboard's focus. */
  focusAsked?: number
}
