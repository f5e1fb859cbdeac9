import { Skeleton, UnstyledButton } from '@mantine/core'
import type { MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { formatDay } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { AreaChart, Donut } from '../../ui/charts/lazy-charts.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { formatMetric, formatTick, nameOfResult } from './format-metric.ts'
import classes from './analytics.module.css'

interface MetricChartProps {
  result: MetricResult
  kind: 'line' | 'bar' | 'pie' | 'table'
  /** Whether the compared period is drawn. */
  compares: boolean
  /** Opens the rows behind the number of a point, by its day, or of a part, by its key. */
  onOpen?: ((place: { day: string } | { key: string }) => void) | undefined
}

const height = 280
const mostSlices = 6

/** The values of a metric by time or by its parts, as a drawing or as a table. */
export function MetricChart({ result, kind, compares, onOpen }: MetricChartProps) {
  if (kind === 'table') return <ValueTable result={result} compares={compares} onOpen={onOpen} />
  if (result.points.length > 0)
    return <TimeChart result={result} kind={kind === 'line' ? 'line' : 'bar'} compares={compares} onOpen={onOpen} />
  const name = nameOfResult(result)
  if (kind === 'pie')
    return (
      <Donut
        label={name}
        slices={result.rows.slice(0, mostSlices).map(({ label, value }) => ({ label, value: Math.max(0, value ?? 0) }))}
        total={formatMetric(result.value, result)}
        unit=""
        fallback={<Skeleton height={height} radius="md" />}
      />
    )
  return <PartBars result={result} onOpen={onOpen} />
}

function TimeChart({ result, kind, compares, onOpen }: Omit<MetricChartProps, 'kind'> & { kind: 'line' | 'bar' }) {
  return (
    <AreaChart
      label={nameOfResult(result)}
      kind={kind}
      height={height}
      points={result.points}
      formatValue={(value) => formatMetric(value, result)}
      formatTick={(value) => formatTick(value, result)}
      {...(onOpen ? { onOpen: (day: string) => onOpen({ day }) } : {})}
      {...(compares ? { previousLabel: t('Before') } : {})}
    />
  )
}

/** The parts of a metric as bars; each leads to its page. */
export function PartBars({ result, onOpen }: Pick<MetricChartProps, 'result' | 'onOpen'>) {
  const largest = Math.max(...result.rows.map(({ value }) => value ?? 0), 0)
  return (
    <BarList
      label={nameOfResult(result)}
      bars={result.rows.map(({ key, label, value, path }) => ({
        id: key,
        label: path === null ? label : <OrgLink path={path}>{label}</OrgLink>,
        percent: largest === 0 ? 0 : ((value ?? 0) / largest) * 100,
        value: formatMetric(value, result),
        ...(onOpen ? { onOpen: () => onOpen({ key }) } : {}),
      }))}
    />
  )
}

function ValueTable({ result, compares, onOpen }: Omit<MetricChartProps, 'kind'>) {
  const isByTime = result.points.length > 0
  const rows = isByTime
    ? result.points.map(({ date, value, previous }) => ({ key: date, label: formatDay(date), path: null, value, previous }))
    : result.rows
  const metric = nameOfResult(result)
  // The card around it has the name of the metric alone.
  const name = isByTime ? t('{metric} by time', { metric }) : t('{metric} by part', { metric })
  return (
    <div className={classes.tableBox} tabIndex={0} role="region" aria-label={name}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{isByTime ? t('Day') : t('Name')}</th>
            <th scope="col">{metric}</th>
            {compares && <th scope="col">{t('Before')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, path, value, previous }) => (
            <tr key={key}>
              <th scope="row">{path === null ? label : <OrgLink path={path}>{label}</OrgLink>}</th>
              <td>
                {onOpen && value !== null && value !== 0 ? (
                  <UnstyledButton className={classes.figure ?? ''} onClick={() => onOpen(isByTime ? { day: key } : { key })}>
                    {formatMetric(value, result)}
                  </UnstyledButton>
                ) : (
                  formatMetric(value, result)
                )}
              </td>
              {compares && <td>{formatMetric(previous, result)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
