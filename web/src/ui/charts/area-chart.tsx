import { area, curveMonotoneX, line } from 'd3-shape'
import { useId, useState } from 'react'
import type { PointerEvent } from 'react'
import { formatCompact, formatDay, formatNumber } from '../../lib/format.ts'
import { ChartTable } from './chart-table.tsx'
import { valueScale } from './scale.ts'
import { useWidth } from './use-width.ts'
import classes from './charts.module.css'
import { t } from '../../lib/words.ts'

interface Point {
  /** `2026-11-14` */
  date: string
  value: number
}

interface AreaChartProps {
  /** Name of the series, for screen readers and the tooltip: `Agent runs`. */
  label: string
  points: readonly Point[]
  /** Pixels. */
  height?: number
  formatValue?: (value: number) => string
}

const margin = { top: 8, right: 2, bottom: 26, left: 38 }
/** Pixels for a label such as `Nov 14`. */
const labelWidth = 74

/** Which points get a label below the axis: the first, the last, and evenly between as many as fit. */
function labelledIndexes(count: number, width: number): Set<number> {
  const most = Math.max(2, Math.floor(width / labelWidth))
  if (count <= most) return new Set(Array.from({ length: count }, (_, index) => index))
  return new Set(Array.from({ length: most }, (_, step) => Math.round((step * (count - 1)) / (most - 1))))
}

/** A value by day as a line over a fading area, with a tooltip and a table for screen readers. */
export function AreaChart({ label, points, height = 290, formatValue = formatNumber }: AreaChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(640)
  const [hovered, setHovered] = useState<number | null>(null)
  const gradient = useId()
  const inner = { width: Math.max(width - margin.left - margin.right, 10), height: height - margin.top - margin.bottom }
  const { scale, ticks } = valueScale(
    points.map((point) => point.value),
    inner.height,
  )
  const x = (index: number) => (points.length < 2 ? inner.width / 2 : (index * inner.width) / (points.length - 1))
  const labelled = labelledIndexes(points.length, inner.width)
  const shape = area<Point>(
    (_point, index) => x(index),
    inner.height,
    (point) => scale(point.value),
  ).curve(curveMonotoneX)
  const stroke = line<Point>(
    (_point, index) => x(index),
    (point) => scale(point.value),
  ).curve(curveMonotoneX)
  const active = hovered === null ? undefined : points[hovered]

  function follow(event: PointerEvent<SVGSVGElement>): void {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left
    const step = inner.width / Math.max(points.length - 1, 1)
    setHovered(Math.min(points.length - 1, Math.max(0, Math.round(left / step))))
  }

  return (
    <div className={classes.chart} ref={ref} style={{ height }}>
      <svg width={width} height={height} aria-hidden onPointerMove={follow} onPointerLeave={() => setHovered(null)}>
        <defs>
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--primary)" stopOpacity="0.2" />
            <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
          </linearGradient>
        </defs>
        <g transform={`translate(${margin.left} ${margin.top})`}>
          {ticks.map((tick) => (
            <g key={tick} transform={`translate(0 ${scale(tick)})`}>
              <line x2={inner.width} className={classes.grid} />
              <text x={-12} dy="0.32em" textAnchor="end" className={classes.axis}>
                {formatCompact(tick)}
              </text>
            </g>
          ))}
          <path d={shape([...points]) ?? ''} fill={`url(#${gradient})`} />
          <path d={stroke([...points]) ?? ''} className={classes.line} />
          {points.map(
            (point, index) =>
              labelled.has(index) && (
                <text
                  key={point.date}
                  x={x(index)}
                  y={inner.height + 21}
                  textAnchor={anchor(index, points.length)}
                  className={classes.axis}
                >
                  {formatDay(point.date)}
                </text>
              ),
          )}
          {hovered !== null && active && (
            <g transform={`translate(${x(hovered)} 0)`}>
              <line y2={inner.height} className={classes.cursor} />
              <circle cy={scale(active.value)} r="3.5" className={classes.point} />
            </g>
          )}
        </g>
      </svg>
      {hovered !== null && active && (
        <div
          className={classes.tooltip}
          aria-hidden
          style={{ left: margin.left + x(hovered), top: margin.top + scale(active.value) }}
          data-side={hovered > points.length / 2 ? 'left' : 'right'}
        >
          <span className={classes.tooltipLabel}>{formatDay(active.date)}</span>
          <span className={classes.tooltipValue}>{formatValue(active.value)}</span>
        </div>
      )}
      <ChartTable
        caption={label}
        columns={[t('Day'), label]}
        rows={points.map((point) => [formatDay(point.date), formatValue(point.value)])}
      />
    </div>
  )
}

function anchor(index: number, count: number): 'start' | 'middle' | 'end' {
  if (count < 2) return 'middle'
  return index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle'
}
