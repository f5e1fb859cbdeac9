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
