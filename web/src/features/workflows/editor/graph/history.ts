/** What can be undone and done again. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** Kind of the newest change: a later one of the same kind within a moment is merged into it. */
  kind: string | null
  at: number
}

const mostSteps = 100
/** Characters typed within this time are one change. */
const togetherMs = 1_000

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], kind: null, at: 0 })

export function record<T>(history: History<T>, next: T, kind: string | null, nowMs: number): History<T> {
  if (next === history.present) return history
  const joins = kind !== null && kind === history.kind && nowMs - history.at < togetherMs && history.past.length > 0
  const past = joins ? history.past : [...history.past, history.present].slice(-mostSteps)
  return { past, present: next, future: [], kind, at: nowMs }
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], kind: null, at: 0 }
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future, kind: null, at: 0 }
}
