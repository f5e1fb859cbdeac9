/** Equal shares for all, the first variant included: it has what these leave. */
export const withEvenShares = <V extends { share: number }>(variants: readonly V[]): V[] =>
  variants.map((each) => ({ ...each, share: Math.floor(100 / (variants.length + 1)) }))
