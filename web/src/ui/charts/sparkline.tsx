import { area, line } from 'd3-shape'

const size = { width: 76, height: 26 }

/** A line chart without axes; decoration beside a number in text. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const lowest = Math.min(...values)
  const highest = Math.max(...values)
  const span = highest - lowest || 1
  const y = (value: number) => size.height - 2 - ((value - lowest) / span) * (size.height - 4)
  const x = (index: number) => 1 + (index * (size.width - 2)) / Math.max(values.length - 1, 1)
  const fill = area<number>(
    (_value, index) => x(index),
    size.height,
    (value) => y(value),
  )
  const stroke = line<number>(
    (_value, index) => x(index),
    (value) => y(value),
  )
  return (
    <svg width={size.width} height={size.height} aria-hidden style={{ display: 'block' }}>
      <path d={fill([...values]) ?? ''} fill="var(--primary)" opacity="0.1" />
      <path
        d={stroke([...values]) ?? ''}
        fill="none"
        stroke="var(--primary)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
