/** States before and after the present one, for undo and redo. */
export interface History<State> {
  past: readonly State[]
  future: readonly State[]
  /** The last change: one with the same key that follows soon continues it, so that undo removes words and not letters. */
  last: { key: string; at: number } | null
}

/** Milliseconds between two keys of one change. */
const pauseMs = 1_000
const mostStates = 100

export const emptyHistory: History<never> = { past: [], future: [], last: null }

/** Notes that `present` is about to be replaced. An empty `key` begins a change of its own. */
export function record<State>(history: History<State>, present: State, key: string, at: number): History<State> {
  const { last, past } = history
  const isContinued = key !== '' && last?.key === key && at - last.at < pauseMs && history.future.length === 0
  return { past: isContinued ? past : [...past, present].slice(-mostStates), future: [], last: { key, at } }
}

/** The state before the present one and its history; null if there is none. */
export function undo<State>({ past, future }: History<State>, present: State): { present: State; history: History<State> } | null {
  const before = past.at(-1)
  if (before === undefined) return null
  return { present: before, history: { past: past.slice(0, -1), future: [present, ...future], last: null } }
}

/** The state that was undone last and its history; null if there is none. */
export function redo<State>({ past, future }: History<State>, present: State): { present: State; history: History<State> } | null {
  const [after, ...rest] = future
  if (after === undefined) return null
  return { present: after, history: { past: [...past, present], future: rest, last: null } }
}
