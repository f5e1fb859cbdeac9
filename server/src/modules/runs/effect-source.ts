/** Under which the effect ledger keeps what a run did on the outside. */
export const effectsOf = (runId: string): string => `run:${runId}`
