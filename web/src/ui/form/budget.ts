const microsPerDollar = 1_000_000

/** A budget as a field shows it: US dollars, '' for none. */
export const budgetDollars = (micros: number | null): number | '' => (micros === null ? '' : micros / microsPerDollar)

/** A budget as the API takes it: null for none. */
export const budgetMicros = (dollars: number | string): number | null =>
  dollars === '' ? null : Math.round(Number(dollars) * microsPerDollar)
