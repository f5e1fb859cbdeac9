import { area, line } from 'd3-shape'
import { scaleLinear } from 'd3-scale'

const size = { width: 76, height: 26 }

/** The course of a figure without axes; decoration beside a number that is written out. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const lowest = Math.min(...values)
  const highest = Math.max(...values)
  const y = scaleLinear([lowest, highest === lowest ? lowest + 1 : highest], [size.height - 2, 2])
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
