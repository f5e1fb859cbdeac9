import { useState } from 'react'
import type { CampaignAnalytics } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { formatCompact, formatNumber } from '../../../lib/format.ts'
import { currentLanguage, t } from '../../../lib/words.ts'
import { ChartTable } from '../../../ui/charts/chart-table.tsx'
import { valueScale } from '@imperium/contract/kit/value-scale.ts'
import { useWidth } from '../../../ui/charts/use-width.ts'
import { isReported } from './channel-reports.ts'
import charts from '../../../ui/charts/charts.module.css'
import styles from '../../../ui/styles.module.css'
import classes from './series.module.css'

type Row = CampaignAnalytics['series'][number]
const events = ['sent', 'delivered', 'opened', 'clicked', 'responded'] as const
const lineLabels: Record<(typeof events)[number], string> = {
  sent: t('Sent'),
  delivered: t('Delivered'),
  opened: t('Opened'),
  clicked: t('Clicked'),
  responded: t('Responded'),
}
/** Colours by importance: sent is muted, replies stand out. */
const colours: typeof lineLabels = {
  sent: 'var(--text-3)',
  delivered: 'var(--primary)',
  opened: 'var(--accent)',
  clicked: 'var(--warn)',
  responded: 'var(--ok)',
}
const margin = { top: 8, right: 8, bottom: 26, left: 40 }
const height = 280
const labelWidth = 96
const mostSteps = 200
const mostBars = 31
const widestBar = 26

interface SeriesChartProps {
  channel: Channel
  series: readonly Row[]
  bucket: 'hour' | 'day'
  timeZone: string
}

/** Messages and their results over time; empty intervals count as zero. */
export function SeriesChart({ series, channel, bucket, timeZone }: SeriesChartProps) {
  const lines = events.filter((each) => isReported(channel, each))
  const [ref, width] = useWidth<HTMLDivElement>(640)
  const [hovered, setHovered] = useState<number | null>(null)
  const rows = filled(series, bucket)
  const label = labelsOf(bucket, timeZone)
  const inner = { width: Math.max(width - margin.left - margin.right, 10), height: height - margin.top - margin.bottom }
  const { scale, ticks } = valueScale(
    rows.flatMap((row) => lines.map((line) => row[line])),
    inner.height,
  )
  // Few intervals are bars, side by side, so that equal values do not overlap; many are lines.
  const isBars = rows.length <= mostBars
  const band = inner.width / Math.max(rows.length, 1)
  const bar = Math.min(widestBar, (band * 0.72) / lines.length)
  const x = (at: number) => (isBars ? (at + 0.5) * band : (at * inner.width) / Math.max(rows.length - 1, 1))
  const every = Math.max(1, Math.ceil(rows.length / Math.max(2, Math.floor(inner.width / labelWidth))))
  const active = hovered === null ? undefined : rows[hovered]
  if (rows.length === 0) return <p className={styles.textPlain}>{t('Nothing yet.')}</p>
  return (
    <>
      <div className={charts.chart} ref={ref} style={{ height }}>
        <svg
          width={width}
          height={height}
          aria-hidden
          onPointerLeave={() => setHovered(null)}
          onPointerMove={(event) => {
            const left = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left
            const at = isBars ? Math.floor(left / band) : Math.round((left / inner.width) * (rows.length - 1))
            setHovered(Math.min(rows.length - 1, Math.max(0, at)))
          }}
        >
          <g transform={`translate(${margin.left} ${margin.top})`}>
            {ticks.map((tick) => (
              <g key={tick} transform={`translate(0 ${scale(tick)})`}>
                <line x2={inner.width} className={charts.grid} />
                <text x={-10} dy="0.32em" textAnchor="end" className={charts.axis}>
                  {formatCompact(tick)}
                </text>
              </g>
            ))}
            {isBars
              ? rows.flatMap((row, n) =>
                  lines.map((line, at) => (
                    <rect
                      key={`${row.at}${line}`}
                      x={x(n) + (at - lines.length / 2) * bar}
                      y={scale(row[line])}
                      width={Math.max(bar - 2, 1)}
                      height={inner.height - scale(row[line])}
                      rx={Math.min(2, bar / 4)}
                      fill={colours[line]}
                    />
                  )),
                )
              : lines.map((line) => (
                  <polyline
                    key={line}
                    points={rows.map((row, n) => `${x(n)},${scale(row[line])}`).join(' ')}
                    className={classes.line}
                    stroke={colours[line]}
                  />
                ))}
            {rows.map((row, n) =>
              n % every === 0 ? (
                <text
                  key={row.at}
                  x={x(n)}
                  y={inner.height + 20}
                  textAnchor={isBars ? 'middle' : n === 0 ? 'start' : n + every >= rows.length ? 'end' : 'middle'}
                  className={charts.axis}
                >
                  {label(row.at)}
                </text>
              ) : null,
            )}
            {hovered !== null && <line x1={x(hovered)} x2={x(hovered)} y2={inner.height} className={charts.cursor} />}
          </g>
        </svg>
        {hovered !== null && active && (
          <div
            className={charts.tooltip}
            aria-hidden
            style={{ left: margin.left + x(hovered), top: height / 3 }}
            data-side={hovered > rows.length / 2 ? 'left' : 'right'}
          >
            <span className={charts.tooltipLabel}>{label(active.at)}</span>
            {lines.map((line) => (
              <span key={line}>
                {lineLabels[line]} <span className={charts.tooltipValue}>{formatNumber(active[line])}</span>
              </span>
            ))}
          </div>
        )}
        <ChartTable
          caption={t('Over time')}
          columns={[t('Time'), ...lines.map((line) => lineLabels[line])]}
          rows={rows.map((row) => [label(row.at), ...lines.map((line) => row[line])])}
        />
      </div>
      <ul className={classes.legend} aria-hidden>
        {lines.map((line) => (
          <li key={line}>
            <span className={charts.swatch} style={{ background: colours[line] }} /> {lineLabels[line]}
          </li>
        ))}
      </ul>
      <p className={styles.smallAbove}>
        {bucket === 'day'
          ? t('Days begin at midnight in {timeZone}, the time zone of the organization.', { timeZone: timeZone.replaceAll('_', ' ') })
          : t('The hours are those of {timeZone}, the time zone of the organization.', { timeZone: timeZone.replaceAll('_', ' ') })}
      </p>
    </>
  )
}

const empty = { sent: 0, delivered: 0, opened: 0, clicked: 0, responded: 0, bounced: 0, complained: 0, unsubscribed: 0 }
const stepMs = { hour: 60 * 60_000, day: 24 * 60 * 60_000 }

/** Adds zeros for missing intervals, unless there are too many to be visible. */
function filled(series: readonly Row[], bucket: 'hour' | 'day'): readonly Row[] {
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last) return []
  const from = Date.parse(first.at)
  const steps = Math.round((Date.parse(last.at) - from) / stepMs[bucket]) + 1
  if (steps > mostSteps) return series
  const known = new Map(series.map((row) => [Math.round((Date.parse(row.at) - from) / stepMs[bucket]), row]))
  return Array.from({ length: steps }, (_, n) => known.get(n) ?? { ...empty, at: new Date(from + n * stepMs[bucket]).toISOString() })
}

function labelsOf(bucket: 'hour' | 'day', timeZone: string): (at: string) => string {
  const language = currentLanguage()
  const hour = bucket === 'hour' ? ({ hour: 'numeric', minute: '2-digit' } as const) : {}
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, { timeZone, month: 'short', day: 'numeric', ...hour })
  return (at) => format.format(new Date(at))
}
