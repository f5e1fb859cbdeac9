const tenth = (value: number): number => Math.round(value * 10) / 10

/** Percent to one decimal; null if `whole` is 0. */
export const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : tenth((part / whole) * 100))

/** Rounded to a whole number; null if `count` is 0. */
export const averageOf = (sum: number, count: number): number | null => (count === 0 ? null : Math.round(sum / count))

/** Growth from `before` to `now` in percent, to one decimal; null if `before` is 0 or a value is missing. */
export const growthOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : tenth(((now - before) / before) * 100)
