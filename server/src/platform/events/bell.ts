/** Turns signals into awaits without losing one that comes in between. */
export interface Bell {
  ring(): void
  /** Resolves with the next signal, including one since the last call, or after this time. */
  next(timeoutMs: number): Promise<void>
  close(): void
}

/** A bell that also signals when the abort signal fires. */
export function createBell(signal: AbortSignal): Bell {
  let rung = false
  let wake: (() => void) | undefined
  const ring = () => {
    rung = true
    wake?.()
  }
  signal.addEventListener('abort', ring, { once: true })
  return {
    ring,
    close: () => signal.removeEventListener('abort', ring),
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
