/** The effect ledger's source name for the effects of a run. */
export const effectsOf = (runId: string): string => `run:${runId}`
