import { scaleLinear } from 'd3-scale'

export const chartColours = [
  'var(--primary)',
  'var(--secondary)',
  'var(--accent)',
  'color-mix(in oklab, var(--primary) 48%, var(--surface))',
  'color-mix(in oklab, var(--secondary) 48%, var(--surface))',
  'color-mix(in oklab, var(--text-2) 48%, var(--surface))',
] as const

/** The chart palette has six colours (S1 section 9); a seventh series shares the last, grey one. */
export const chartColour = (index: number): string => chartColours[Math.min(index, chartColours.length - 1)] ?? chartColours[0]

/** A vertical scale from zero to a round number above the highest value, with about four steps. */
export function valueScale(values: readonly number[], height: number) {
  const highest = Math.max(...values, 0)
  // Counts of one or two would otherwise get a scale of fractions.
  const scale = scaleLinear([0, Math.max(highest, 4)], [height, 0]).nice(4)
  return { scale, ticks: scale.ticks(4).filter((tick) => Number.isInteger(tick) || highest % 1 !== 0) }
}
