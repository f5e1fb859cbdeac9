/** One measured figure, with its baseline from the same benchmark run. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The baseline: a bare `node:http` server, a direct call. */
  beside?: { name: string; value: number; unit: string }
  /** `value` divided by `beside.value`, where the ratio is meaningful. */
  ratio?: number
  /** The aim, and which of the numbers it is about. */
  aim?: { of: 'value' | 'ratio'; atMost?: number; atLeast?: number }
  /** How it was measured, or what takes the time. */
  note?: string
}

/** Null if there is no target. */
export function meetsAim({ aim, value, ratio }: Figure): boolean | null {
  if (!aim) return null
  const measured = aim.of === 'ratio' ? ratio : value
  if (measured === undefined) return false
  return measured <= (aim.atMost ?? Infinity) && measured >= (aim.atLeast ?? -Infinity)
}

/** Three significant digits, and no more decimals than two. */
export const show = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

/** The middle of a list of numbers; 0 for an empty one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The value that a share (0 to 1) of the list stays within. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
