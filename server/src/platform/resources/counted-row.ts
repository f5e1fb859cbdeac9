/** One row behind a number: what was counted, and how much it adds to each column. */
export interface CountedRow {
  id: string
  /** A moment, or the calendar date of what has none. */
  at: Date | string
  label: string
  detail: string
  /** Of an amount. */
  currency?: string
  values: Record<string, number>
}

/** The part of a split whose rows are listed; null: all. */
export interface CountedPart<S extends string> {
  split: S
  key: string
}
