const tenth = (value: number): number => Math.round(value * 10) / 10

/** Percent to one decimal; null where there is nothing to take a part of. */
export const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : tenth((part / whole) * 100))

/** Rounded to a whole number; null of nothing. */
export const averageOf = (sum: number, count: number): number | null => (count === 0 ? null : Math.round(sum / count))

/** Percent by which `now` stands above `before`, to one decimal; null where there was nothing before, or is nothing to compare. */
export const growthOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : tenth(((now - before) / before) * 100)
