import { createContext } from 'react'
import type { Place } from '../graph/edit-graph.ts'

interface CanvasActions {
  /** Undefined when the graph is read-only. */
  onAdd?: ((place: Place) => void) | undefined
}

/** Actions for the nodes and edges of the canvas. */
export const CanvasContext = createContext<CanvasActions>({})
