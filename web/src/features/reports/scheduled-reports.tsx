import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarClock, IconEdit, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Report } from '@imperium/contract/reports/reports.ts'
import { formatMoment } from '../../lib/format.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { runMutation } from './api.ts'
import { scheduleText } from './report-labels.ts'
import type { ReportsSearch } from './reports-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './reports.module.css'

interface ScheduledReportsProps {
  reports: readonly Report[]
  change: ChangeSearch<ReportsSearch>
}

/** Reports that run by themselves and are mailed to members. */
export function ScheduledReports({ reports, change }: ScheduledReportsProps) {
  return (
    <Card title={t('Scheduled Reports')}>
      {reports.length === 0 ? (
        <EmptyState
          plain
          icon={IconCalendarClock}
          title={t('No scheduled reports')}
          text={t('Give a report a schedule, and members get its figures by email.')}
        />
      ) : (
        <ul className={styles.list}>
          {reports.map((report) => (
            <Scheduled key={report.id} report={report} change={change} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Scheduled({ report, change }: { report: Report; change: ChangeSearch<ReportsSearch> }) {
  const { id, name, schedule, nextAt, recipients, isEditable } = report
  const refusal = useGate('reports:write')
  const run = useMutation(runMutation)
  return (
    <li className={classes.scheduledRow}>
      <span className={styles.grow}>
        <span className={classes.templateName}>{name}</span>
        <span className={`${styles.hint} ${styles.wrap}`}>
          {' '}
          {scheduleText(schedule)}
          {nextAt && ` · ${t('next on {moment}', { moment: formatMoment(nextAt) })}`}
          {` · ${plural(recipients.length, { one: '{count} recipient', other: '{count} recipients' })}`}
        </span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
        loading={run.isPending}
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => run.mutate({ params: { id } }, { onSuccess: (made) => change({ report: id, run: made.id }) })}
      >
        {t('Run Now')}
      </Button>
      {isEditable && (
        <ActionIcon
          aria-label={t('Edit: {name}', { name })}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => change({ edit: id })}
        >
          <IconEdit size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
