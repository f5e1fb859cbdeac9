import type { GraphProblem, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Place, Position } from '../graph/edit-graph.ts'
import type { StepTypes } from '../graph/ports.ts'
import type { RunOverlay } from '../graph/run-overlay.ts'

/** The edit operations of the graph; without them it is read-only. */
export interface CanvasEdits {
  onMove: (positions: Record<string, Position>) => void
  onConnect: (place: Place, to: string) => void
  /** Opens the choice of a type for a step behind a port. */
  onAdd: (place: Place | null, at?: Position) => void
  /** A step type was dropped: on an edge, or on the empty canvas. */
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
  focusRequest?: number
}
