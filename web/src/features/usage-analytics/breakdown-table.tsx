import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UsagePart, UsagePeriod, UsageRow } from '@imperium/contract/usage-analytics.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { breakdownQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './usage.module.css'

type Part = Exclude<UsagePart, 'model'>

const pathOf: Record<Part, (id: string) => string> = {
  agent: (id) => `agents?agent=${id}`,
  campaign: (id) => `campaigns/${id}`,
  workflow: (id) => `workflows/${id}`,
  key: () => 'settings/api-keys',
  member: () => 'settings/team',
}

interface BreakdownTableProps {
  by: Part
  label: string
  period: UsagePeriod
  empty: ReactNode
}

const nameOf = ({ subjectId, name }: UsageRow) => name ?? (subjectId === null ? t('Other') : t('Deleted'))

const columnsOf = (by: Part): readonly Column<UsageRow>[] => [
  {
    id: 'name',
    header: t('Name'),
    width: 'minmax(130px, 2.6fr)',
    interactive: true,
    cell: (row) =>
      row.subjectId !== null && row.name !== null ? (
        <OrgLink path={pathOf[by](row.subjectId)} className={`link ${styles.truncate}`}>
          {row.name}
        </OrgLink>
      ) : (
        <span className={classes.quiet}>{nameOf(row)}</span>
      ),
  },
  { id: 'model-calls', header: t('Model calls'), align: 'end', cell: ({ modelCalls }) => formatNumber(modelCalls) },
  { id: 'runs', header: t('Runs'), align: 'end', hideOn: 'phone', cell: ({ runs }) => formatNumber(runs) },
  {
    id: 'tokens',
    header: t('Tokens'),
    align: 'end',
    hideOn: 'tablet',
    cell: ({ inputTokens, outputTokens }) => formatNumber(inputTokens + outputTokens),
  },
  { id: 'cost', header: t('Cost'), align: 'end', cell: ({ costMicros }) => <Money micros={costMicros} /> },
  { id: 'api', header: t('Public API'), align: 'end', hideOn: 'phone', cell: ({ apiCalls }) => formatNumber(apiCalls) },
  { id: 'messages', header: t('Messages'), align: 'end', hideOn: 'tablet', cell: ({ messages }) => formatNumber(messages) },
  {
    id: 'last',
    header: t('Last used'),
    align: 'end',
    hideOn: 'tablet',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : '–'),
  },
]

/** Usage by one kind of object. What belongs to none of them is the last row, so the rows sum to the totals. */
export function BreakdownTable({ by, label, period, empty }: BreakdownTableProps) {
  const { data, error, isError, refetch } = useQuery(breakdownQuery(period, by))
  if (isError && !data) return <ErrorState error={error} title={t('Failed to load usage')} onRetry={() => void refetch()} />
  if (data?.rows.length === 0) return empty
  return (
    <DataTable
      label={label}
      loading={!data}
      columns={columnsOf(by)}
      rows={data?.rows ?? []}
      rowId={({ subjectId }) => subjectId ?? 'other'}
      rowLabel={nameOf}
    />
  )
}
