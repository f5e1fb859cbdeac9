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
import type { creditedQuery, rowsQuery } from './api.ts'
import { formatMetric } from './format-metric.ts'
import styles from '../../ui/styles.module.css'
import classes from './analytics.module.css'

interface RowsPanelProps {
  /** What the number is. */
  title: string
  from: string
  to: string
  unit: MetricDefinition['unit']
  source: ReturnType<typeof rowsQuery> | ReturnType<typeof creditedQuery>
  onClose: () => void
}

/** What a number counts, row by row, with what each adds to it; each leads to its page. */
export function RowsPanel({ title, from, to, unit, source, onClose }: RowsPanelProps) {
  const { data, error, refetch } = useQuery(source)
  const days = from === to ? formatFullDay(from) : t('{from} to {to}', { from: formatDay(from), to: formatDay(to) })
  return (
    <SidePanel opened onClose={onClose} title={title} subtitle={days}>
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
