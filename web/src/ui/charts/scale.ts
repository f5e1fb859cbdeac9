export const chartColours = [
  'var(--primary)',
  'var(--secondary)',
  'var(--accent)',
  'color-mix(in oklab, var(--primary) 48%, var(--surface))',
  'color-mix(in oklab, var(--secondary) 48%, var(--surface))',
  'color-mix(in oklab, var(--text-2) 48%, var(--surface))',
] as const

/** The chart palette has six colours that are told apart; a seventh series shares the last, grey one. */
export const chartColour = (index: number): string => chartColours[Math.min(index, chartColours.length - 1)] ?? chartColours[0]

/** Steps of an axis, as multiples of a power of ten. */
const roundSteps = [1, 2, 5, 10]
/** Maximum number of steps that stay easy to read. */
const mostSteps = 4

/** The smallest round step with which four reach `highest`; whole numbers only, unless the values are fractions. */
function roundStep(highest: number, wholeOnly: boolean): number {
  const least = Math.max(highest, wholeOnly ? 1 : Number.EPSILON) / mostSteps
  const power = 10 ** Math.floor(Math.log10(least))
  const step = (roundSteps.find((multiple) => multiple * power >= least * (1 - 1e-12)) ?? 10) * power
  return wholeOnly ? Math.max(1, step) : step
}

/**
 * A vertical axis from zero to a round number at or above the highest value: `scale` maps a value to pixels from the top,
 * `ticks` are its steps. Own code because d3-scale includes colour interpolation and number formats, 8 KB.
 */
export function valueScale(values: readonly number[], height: number) {
  const highest = Math.max(...values, 0)
  const step = roundStep(highest, values.every(Number.isInteger))
  const steps = Math.max(1, Math.ceil(highest / step - 1e-9))
  const top = step * steps
  return {
    scale: (value: number) => height - (value / top) * height,
    ticks: Array.from({ length: steps + 1 }, (_, index) => index * step),
  }
}
