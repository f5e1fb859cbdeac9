/** A fifth more or less: what was put off together does not come back together. */
const spread = (ms: number): number => Math.round(ms * (0.8 + 0.4 * Math.random()))

/** How long to wait after so many attempts; the last of the waits again and again. */
export const waitAt = (retryMs: readonly number[], attempts: number): number =>
  spread(retryMs[Math.min(attempts, retryMs.length - 1)] ?? 60_000)
