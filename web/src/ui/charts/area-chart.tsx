import { valueScale } from '@imperium/contract/kit/value-scale.ts'
import { area, curveMonotoneX, line } from 'd3-shape'
import { useId, useState } from 'react'
import type { PointerEvent } from 'react'
import { formatCompact, formatDay, formatNumber } from '../../lib/format.ts'
import { ChartTable } from './chart-table.tsx'
import { useWidth } from './use-width.ts'
import classes from './charts.module.css'
import { t } from '../../lib/words.ts'

interface Point {
  /** `2026-11-14` */
  date: string
  /** Null: a gap. */
  value: number | null
  /** The same place of the compared period, as a dashed line. */
  previous?: number | null
}

interface AreaChartProps {
  /** Name of the series, for screen readers and the tooltip: `Agent runs`. */
  label: string
  points: readonly Point[]
  /** Pixels. */
  height?: number
  formatValue?: (value: number) => string
  /** Values of the axis, which has little room. */
  formatTick?: (value: number) => string
  kind?: 'line' | 'bar'
  /** The name of the compared period; without one none is shown. */
  previousLabel?: string
  /** A press on a point, by its date. The table in place of the chart does the same for the keyboard. */
  onOpen?: (date: string) => void
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

interface Drawn {
  points: readonly Point[]
  x: (index: number) => number
  scale: (value: number) => number
  height: number
  /** Width of a bar and the space around it. */
  band: number
}

function Bars({ points, x, scale, band }: Drawn) {
  const width = Math.max(1, band * 0.7)
  return points.map(({ date, value }, index) => {
    const [zero, top] = [scale(0), scale(value ?? 0)]
    return value === null ? null : (
      <rect
        key={date}
        x={x(index) - width / 2}
        y={Math.min(zero, top)}
        width={width}
        height={Math.abs(zero - top)}
        className={classes.columns}
      />
    )
  })
}

function Line({ points, x, scale, height }: Drawn) {
  const gradient = useId()
  const shape = area<Point>(
    (_point, index) => x(index),
    Math.min(height, scale(0)),
    (point) => scale(point.value ?? 0),
  )
    .defined(({ value }) => value !== null)
    .curve(curveMonotoneX)
  return (
    <>
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--primary)" stopOpacity="0.2" />
          <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={shape([...points]) ?? ''} fill={`url(#${gradient})`} />
      <path d={strokeOf(points, x, ({ value }) => value, scale)} className={classes.line} />
    </>
  )
}

const strokeOf = (points: readonly Point[], x: Drawn['x'], valueOf: (point: Point) => number | null, scale: Drawn['scale']): string =>
  line<Point>(
    (_point, index) => x(index),
    (point) => scale(valueOf(point) ?? 0),
  )
    .defined((point) => valueOf(point) !== null)
    .curve(curveMonotoneX)([...points]) ?? ''

const valuesOf = (points: readonly Point[]): number[] =>
  points.flatMap(({ value, previous = null }) => [value, previous]).filter((value) => value !== null)

/** A value by day as a line over a fading area or as bars, with a tooltip and a table for screen readers. */
export function AreaChart({ label, points, height = 290, kind = 'line', previousLabel, onOpen, ...formats }: AreaChartProps) {
  const { formatValue = formatNumber, formatTick = formatCompact } = formats
  const [ref, width] = useWidth<HTMLDivElement>(640)
  const [hovered, setHovered] = useState<number | null>(null)
  const inner = { width: Math.max(width - margin.left - margin.right, 10), height: height - margin.top - margin.bottom }
  const { scale, ticks } = valueScale(valuesOf(points), inner.height)
  const band = inner.width / Math.max(points.length, 1)
  const x = (index: number) => {
    if (kind === 'bar') return band * (index + 0.5)
    return points.length < 2 ? inner.width / 2 : (index * inner.width) / (points.length - 1)
  }
  const labelled = labelledIndexes(points.length, inner.width)
  const active = hovered === null ? undefined : points[hovered]
  const drawn: Drawn = { points, x, scale, height: inner.height, band }
  const written = (value: number | null | undefined) => (value === null || value === undefined ? '–' : formatValue(value))

  function follow(event: PointerEvent<SVGSVGElement>): void {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left
    const place = kind === 'bar' ? Math.floor(left / band) : Math.round(left / (inner.width / Math.max(points.length - 1, 1)))
    setHovered(Math.min(points.length - 1, Math.max(0, place)))
  }

  return (
    <div className={classes.chart} ref={ref} style={{ height }}>
      <svg
        width={width}
        height={height}
        aria-hidden
        onPointerMove={follow}
        onPointerLeave={() => setHovered(null)}
        {...(onOpen ? { onClick: () => active && onOpen(active.date), style: { cursor: 'pointer' } } : {})}
      >
        <g transform={`translate(${margin.left} ${margin.top})`}>
          {ticks.map((tick) => (
            <g key={tick} transform={`translate(0 ${scale(tick)})`}>
              <line x2={inner.width} className={classes.grid} />
              <text x={-12} dy="0.32em" textAnchor="end" className={classes.axis}>
                {formatTick(tick)}
              </text>
            </g>
          ))}
          {kind === 'bar' ? <Bars {...drawn} /> : <Line {...drawn} />}
          {previousLabel && <path d={strokeOf(points, x, ({ previous = null }) => previous, scale)} className={classes.before} />}
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
              {active.value !== null && <circle cy={scale(active.value)} r="3.5" className={classes.point} />}
            </g>
          )}
        </g>
      </svg>
      {hovered !== null && active && (
        <div
          className={classes.tooltip}
          aria-hidden
          style={{ left: margin.left + x(hovered), top: margin.top + scale(active.value ?? 0) }}
          data-side={hovered > points.length / 2 ? 'left' : 'right'}
        >
          <span className={classes.tooltipLabel}>{formatDay(active.date)}</span>
          <span className={classes.tooltipValue}>{written(active.value)}</span>
          {previousLabel && (
            <span className={classes.tooltipLabel}>
              {previousLabel}: {written(active.previous)}
            </span>
          )}
        </div>
      )}
      <ChartTable
        caption={label}
        columns={[t('Day'), label, ...(previousLabel ? [previousLabel] : [])]}
        rows={points.map(({ date, value, previous }) => [formatDay(date), written(value), ...(previousLabel ? [written(previous)] : [])])}
      />
    </div>
  )
}

function anchor(index: number, count: number): 'start' | 'middle' | 'end' {
  if (count < 2) return 'middle'
  return index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle'
}
