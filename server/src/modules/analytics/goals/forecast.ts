/** Of the interval that holds the outcome four times in five. */
const eightyPercent = 1.2816
/** Days of history that a weekday's mean is made of at most, and what it needs at least. */
const mostHistory = 56
const leastHistory = 14

export interface Outlook {
  value: number
  low: number
  high: number
}

interface Weekly {
  /** Of each weekday, 0 to 6. */
  means: number[]
  counts: number[]
  /** Variance of a day around the mean of its weekday. */
  variance: number
}

/** Mean of each weekday, and how far days lie from it. */
function learnWeek(history: readonly number[], weekdayOf: (at: number) => number): Weekly {
  const from = Math.max(0, history.length - mostHistory)
  const sums = Array.from({ length: 7 }, () => 0)
  const counts = Array.from({ length: 7 }, () => 0)
  const recent = history.slice(from)
  for (const [at, value] of recent.entries()) {
    const weekday = weekdayOf(from + at)
    sums[weekday] = (sums[weekday] ?? 0) + value
    counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  const means = sums.map((sum, weekday) => sum / Math.max(1, counts[weekday] ?? 0))
  const squares = recent.reduce((sum, value, at) => sum + (value - (means[weekdayOf(from + at)] ?? 0)) ** 2, 0)
  return { means, counts, variance: squares / Math.max(1, recent.length - 7) }
}

/**
 * What the coming days bring together, by the mean of each weekday in the last eight weeks. The interval counts the chance of each day and that the
 * means are of a few weeks only. Null with less than two weeks of history. The first past day has weekday `firstWeekday`.
 */
export function foresee(history: readonly number[], firstWeekday: number, days: number): Outlook | null {
  if (history.length < leastHistory) return null
  const weekdayOf = (at: number) => (firstWeekday + at) % 7
  const { means, counts, variance } = learnWeek(history, weekdayOf)
  const coming = Array.from({ length: 7 }, () => 0)
  let value = 0
  for (let day = 0; day < days; day++) {
    const weekday = weekdayOf(history.length + day)
    value += means[weekday] ?? 0
    coming[weekday] = (coming[weekday] ?? 0) + 1
  }
  const ofMeans = coming.reduce((sum, count, weekday) => sum + (count ** 2 * variance) / Math.max(1, counts[weekday] ?? 0), 0)
  const half = eightyPercent * Math.sqrt(days * variance + ofMeans)
  return { value, low: value - half, high: value + half }
}
