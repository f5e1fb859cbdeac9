import { Skeleton } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import { mostCountedRows } from '@imperium/contract/analytics/analytics.ts'
import { formatDay, formatFullDay, formatMoment, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { rowsQuery } from './api.ts'
import type { AskedRows } from './api.ts'
import { formatMetric } from './format-metric.ts'
import styles from '../../ui/styles.module.css'
import classes from './analytics.module.css'

interface RowsPanelProps {
  metric: MetricDefinition
  asked: AskedRows
  onClose: () => void
}

/** What a number counts, row by row, with what each adds to it; each leads to its page. */
export function RowsPanel({ metric, asked, onClose }: RowsPanelProps) {
  const { data, error, refetch } = useQuery(rowsQuery(asked))
  const days =
    asked.from === asked.to ? formatFullDay(asked.from) : t('{from} to {to}', { from: formatDay(asked.from), to: formatDay(asked.to) })
  // A ratio has no sum; its rows are those that it is divided by.
  const unit = metric.additivity === 'ratio' ? 'count' : metric.unit
  return (
    <SidePanel opened onClose={onClose} title={metric.label} subtitle={days}>
      {error && !data && <ErrorState error={error} title={t('The rows could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={320} radius="md" />}
      {data && data.rows.length === 0 && (
        <EmptyState
          plain
          icon={IconList}
          title={t('No rows are kept')}
          text={t('They were deleted, or nothing was counted on these days.')}
        />
      )}
      {data && data.rows.length > 0 && (
        <>
          {data.isMore && <p className={styles.hint}>{t('The newest {count} are listed.', { count: formatNumber(mostCountedRows) })}</p>}
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('Name')}</th>
                <th scope="col">{t('Date')}</th>
                <th scope="col">{t('Value')}</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map(({ at, label, detail, value, currency, path }, place) => (
                <tr key={place}>
                  <th scope="row">
                    <OrgLink path={path}>{label || t('Open')}</OrgLink>
                    <br />
                    <span className={styles.small}>{detail}</span>
                  </th>
                  <td>{at.length === 10 ? formatFullDay(at) : formatMoment(at)}</td>
                  <td>{formatMetric(value, { unit, currency })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </SidePanel>
  )
}
