/** They reach all organizations by design, for the one that is named; the last sample names its own. Held by billing/operator. */
export const isOfOperator = (id: string): boolean => id.startsWith('operator.') || id.startsWith('plan-offers.')
