import { IconMinus, IconReport, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import type { MetricAnswer, MetricResult } from '@imperium/contract/analytics/analytics.ts'
import type { Report } from '@imperium/contract/reports/reports.ts'
import { formatDay, formatMoment, formatNumber, formatPercent } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { MetricChart, formatMetric, keyOfResult, nameOfResult } from '../analytics/index.ts'
import styles from '../../ui/styles.module.css'
import classes from './reports.module.css'

/** The charts of a report, and its table of Metric, Value, Change and Trend. */
export function ReportFigures({ report, answer }: { report: Report; answer: MetricAnswer }) {
  const { results, withheld, failed } = answer
  if (results.length === 0)
    return (
      <EmptyState
        icon={IconReport}
        title={withheld.length > 0 ? t('You may not see the metrics of this report') : t('Nothing to count yet')}
        text={t('Numbers appear here as soon as there is something to count.')}
      />
    )
  const drawn = results.filter(({ points, rows }) => points.length > 0 || rows.length > 0)
  return (
    <div className={styles.stackWide}>
      <p className={styles.hint}>
        {t('{from} to {to}, days of {timeZone}, as of {moment}.', {
          from: formatDay(answer.from),
          to: formatDay(answer.to),
          timeZone: answer.timeZone.replaceAll('_', ' '),
          moment: formatMoment(answer.asOf),
        })}{' '}
        {withheld.length > 0 &&
          plural(withheld.length, {
            one: '{count} metric is hidden from your role.',
            other: '{count} metrics are hidden from your role.',
          })}{' '}
        {failed.length > 0 &&
          plural(failed.length, { one: '{count} metric could not be computed.', other: '{count} metrics could not be computed.' })}
      </p>
      <div className={classes.charts}>
        {drawn.map((result, at) => (
          <Card
            key={keyOfResult(result)}
            title={nameOfResult(result)}
            className={at === 0 || drawn.length === 1 ? classes.wide : undefined}
            {...(result.moreRows > 0 ? { aside: t('{count} more are not shown', { count: formatNumber(result.moreRows) }) } : {})}
          >
            <MetricChart result={result} kind={report.chartType} compares={answer.previousFrom !== null} />
          </Card>
        ))}
      </div>
      <Card title={t('Figures')}>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('Metric')}</th>
                <th scope="col">{t('Value')}</th>
                <th scope="col">{t('Change')}</th>
                <th scope="col">{t('Trend')}</th>
              </tr>
            </thead>
            <tbody>
              {results.map((result) => (
                <FigureRow key={keyOfResult(result)} result={result} />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  )
}

function FigureRow({ result }: { result: MetricResult }) {
  const { value, change, path } = result
  return (
    <tr>
      <th scope="row">{nameOfResult(result)}</th>
      <td>{path === null ? formatMetric(value, result) : <OrgLink path={path}>{formatMetric(value, result)}</OrgLink>}</td>
      <td>{change === null ? '–' : `${change > 0 ? '+' : ''}${formatPercent(change)}`}</td>
      <td>
        <Trend result={result} />
      </td>
    </tr>
  )
}

/** Which way it went, and whether that is good news for this metric. */
function Trend({ result: { change, goodWhen } }: { result: MetricResult }) {
  if (change === null) return <span className={styles.muted}>{t('No earlier data')}</span>
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat'
  const Glyph = direction === 'up' ? IconTrendingUp : direction === 'down' ? IconTrendingDown : IconMinus
  const words = { up: t('Up||trend'), down: t('Down||trend'), flat: t('Unchanged') }
  const tone = direction === 'flat' || goodWhen === null ? styles.muted : direction === goodWhen ? styles.ok : styles.bad
  return (
    <span className={tone}>
      <Glyph size={15} stroke={1.8} aria-hidden /> {words[direction]}
    </span>
  )
}
