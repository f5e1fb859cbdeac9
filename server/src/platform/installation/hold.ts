/** Why nothing goes out, as the database and every process of the installation know it. */
export interface HoldState {
  since: Date
  /** Plain words for the log and the command line. */
  reason: string
  /** Until when the data knows what was done; null where that is unknown. */
  dataUntil: Date | null
}

/**
 * The one question before every effect on the outside: is this a restored copy that the operator has not confirmed yet? While it is on,
 * no process takes work and no seam to the outside lets anything through. See docs/operations.md, "A restored copy".
 */
export interface Hold {
  isOn(): boolean
  state(): HoldState | null
  set(state: HoldState | null): void
  /** Calls the listener when the hold begins or ends. Returns the function that ends it. */
  onChange(listener: (isOn: boolean) => void): () => void
}

export function createHold(): Hold {
  let current: HoldState | null = null
  const listeners = new Set<(isOn: boolean) => void>()
  return {
    isOn: () => current !== null,
    state: () => current,
    set: (state) => {
      const wasOn = current !== null
      current = state
      if (wasOn === (state !== null)) return
      for (const listener of listeners) listener(state !== null)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
