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
 * A vertical axis with round ends that reach from zero or the lowest value to the highest, for charts of pages and of files: `scale` maps a value
 * to pixels from the top, `ticks` are the steps. Own code because d3-scale includes colour interpolation and number formats, 8 KB.
 */
export function valueScale(values: readonly number[], height: number) {
  const [highest, lowest] = [Math.max(...values, 0), Math.min(...values, 0)]
  const step = roundStep(Math.max(highest, -lowest), values.every(Number.isInteger))
  const above = Math.ceil(highest / step - 1e-9)
  const below = Math.ceil(-lowest / step - 1e-9)
  const steps = Math.max(1, above + below)
  const bottom = below === 0 ? 0 : -step * below
  return {
    scale: (value: number) => height - ((value - bottom) / (step * steps)) * height,
    ticks: Array.from({ length: steps + 1 }, (_, index) => (index - below) * step),
  }
}
