import { useReducer } from 'react'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Place } from './graph/edit-graph.ts'
import { record, redo, startHistory, undo } from './graph/history.ts'
import type { History } from './graph/history.ts'

/** The state of an edited graph: undo history and selection. */
interface GraphState {
  history: History<WorkflowDefinition>
  selected: readonly string[]
  /** The port of the selected edge. */
  way: Place | null
}

export interface ChangeOptions {
  /** Consecutive changes of one kind are undone together. */
  kind?: string
  /** The selection afterwards; unchanged if omitted. */
  select?: readonly string[]
}

type Action =
  | {
      do: 'change'
      change: (definition: WorkflowDefinition) => WorkflowDefinition
      kind: string | null
      select?: readonly string[]
      at: number
    }
  | { do: 'undo' | 'redo' }
  | { do: 'select'; ids: readonly string[] }
  | { do: 'selectWay'; way: Place | null }
  | { do: 'restart'; definition: WorkflowDefinition }

function reduce(state: GraphState, action: Action): GraphState {
  switch (action.do) {
    case 'change': {
      const next = action.change(state.history.present)
      const { select = state.selected } = action
      return prune({
        history: record(state.history, next, action.kind, action.at),
        selected: select,
        way: action.select ? null : state.way,
      })
    }
    case 'undo':
      return prune({ ...state, history: undo(state.history) })
    case 'redo':
      return prune({ ...state, history: redo(state.history) })
    case 'select':
      // The canvas reports steps and edges separately: an empty report of one kind must not clear the selection of the other.
      return isSameList(action.ids, state.selected)
        ? state
        : { ...state, selected: action.ids, way: action.ids.length > 0 ? null : state.way }
    case 'selectWay':
      return { ...state, way: action.way, selected: action.way ? [] : state.selected }
    case 'restart':
      return { history: startHistory(action.definition), selected: [], way: null }
  }
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id, at) => id === b[at])

/** Removes deleted items from the selection. */
function prune(state: GraphState): GraphState {
  const { steps, edges } = state.history.present
  const selected = state.selected.filter((id) => steps.some((step) => step.id === id))
  const { way } = state
  const isThere = way && edges.some(({ from, port }) => from === way.from && port === way.port)
  return { ...state, selected: selected.length === state.selected.length ? state.selected : selected, way: isThere ? way : null }
}

/** The current graph and all functions that change it. */
export function useGraph(initial: WorkflowDefinition) {
  const [{ history, selected, way }, dispatch] = useReducer(reduce, initial, (present) => ({
    history: startHistory(present),
    selected: [],
    way: null,
  }))
  return {
    definition: history.present,
    selected,
    way,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => dispatch({ do: 'undo' }),
    redo: () => dispatch({ do: 'redo' }),
    select: (ids: readonly string[]) => dispatch({ do: 'select', ids }),
    selectWay: (next: Place | null) => dispatch({ do: 'selectWay', way: next }),
    restart: (definition: WorkflowDefinition) => dispatch({ do: 'restart', definition }),
    change: (change: (definition: WorkflowDefinition) => WorkflowDefinition, { kind, select }: ChangeOptions = {}) =>
      dispatch({ do: 'change', change, kind: kind ?? null, at: Date.now(), ...(select ? { select } : {}) }),
  }
}
export type Graph = ReturnType<typeof useGraph>
