import { createContext } from 'react'
import type { Place } from '../graph/edit-graph.ts'

interface CanvasActions {
  /** Undefined where nothing may be changed. */
  onAdd?: ((place: Place) => void) | undefined
}

/** What nodes and edges of the canvas can do themselves. */
export const CanvasContext = createContext<CanvasActions>({})
