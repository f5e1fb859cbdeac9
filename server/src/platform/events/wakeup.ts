/** Turns signals into awaits without losing one that comes in between. */
export interface Wakeup {
  notify(): void
  /** Resolves with the next signal, including one since the last call, or after this time. */
  next(timeoutMs: number): Promise<void>
  close(): void
}

/** A bell that also signals when the abort signal fires. */
export function createWakeup(signal: AbortSignal): Wakeup {
  let rung = false
  let wake: (() => void) | undefined
  const notify = () => {
    rung = true
    wake?.()
  }
  signal.addEventListener('abort', notify, { once: true })
  return {
    notify,
    close: () => signal.removeEventListener('abort', notify),
    next: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => wake?.(), timeoutMs)
        wake = () => {
          clearTimeout(timer)
          wake = undefined
          rung = false
          resolve()
        }
        if (rung) wake()
      }),
  }
}
