import { ActionIcon } from '@mantine/core'
import { IconDownload, IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { Report } from '@imperium/contract/reports/reports.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useSuspension } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { exportMutation, removeMutation } from './api.ts'
import { chartLabels, frequencyLabels, periodLabels, typeLabels } from './report-labels.ts'
import type { ReportsSearch } from './reports-search.ts'
import styles from '../../ui/styles.module.css'

interface ReportsTableProps {
  rows: readonly Report[]
  /** Of templates, which have none of their own. */
  period: PeriodName
  change: ChangeSearch<ReportsSearch>
}

export function ReportsTable({ rows, period, change }: ReportsTableProps) {
  return (
    <DataTable
      label={t('Reports')}
      columns={columnsOf(period, change)}
      rows={rows}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      onOpen={({ id }) => change({ report: id })}
    />
  )
}

const columnsOf = (period: PeriodName, change: ChangeSearch<ReportsSearch>): Column<Report>[] => [
  {
    id: 'name',
    header: t('Report Name'),
    width: 'minmax(150px, 2fr)',
    cell: ({ name }) => <span className={styles.truncate}>{name}</span>,
  },
  { id: 'type', header: t('Type'), hideOn: 'phone', cell: ({ type }) => typeLabels[type] },
  { id: 'chart', header: t('Chart'), hideOn: 'tablet', width: '80px', cell: ({ chartType }) => chartLabels[chartType] },
  { id: 'range', header: t('Date Range'), hideOn: 'phone', cell: (report) => periodLabels[report.period ?? period] },
  {
    id: 'schedule',
    header: t('Schedule'),
    hideOn: 'tablet',
    cell: ({ schedule }) => (schedule ? frequencyLabels[schedule.every] : t('On-demand')),
  },
  {
    id: 'last',
    header: t('Last Run'),
    hideOn: 'tablet',
    cell: ({ lastRun }) => (lastRun ? <RelativeTime at={lastRun.createdAt} /> : <span className={styles.muted}>{t('Never')}</span>),
  },
  {
    id: 'actions',
    header: t('Actions'),
    width: '150px',
    align: 'end',
    interactive: true,
    cell: (report) => <Actions report={report} period={period} change={change} />,
  },
]

function Actions({ report, period, change }: { report: Report } & Omit<ReportsTableProps, 'rows'>) {
  const { id, name, isTemplate, isEditable } = report
  const suspended = useSuspension()
  const remove = useMutation(removeMutation)
  const exporting = useMutation(exportMutation)
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete "{name}"? This cannot be undone.', { name })
    if (await confirm({ title: t('Delete report'), message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <>
      <ActionIcon aria-label={t('View: {name}', { name })} onClick={() => change({ report: id })}>
        <IconEye size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={t('Download: {name}', { name })}
        loading={exporting.isPending}
        onClick={() => exporting.mutate({ id, format: 'pdf', period: report.period ?? period })}
      >
        <IconDownload size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      {!isTemplate && isEditable && (
        <>
          <ActionIcon
            aria-label={t('Edit: {name}', { name })}
            disabled={suspended !== undefined}
            title={suspended}
            onClick={() => change({ edit: id })}
          >
            <IconEdit size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t('Delete: {name}', { name })}
            disabled={suspended !== undefined || remove.isPending}
            title={suspended}
            onClick={() => void askToDelete()}
          >
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </>
      )}
    </>
  )
}
