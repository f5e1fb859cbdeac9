import { Button, Menu, Select } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconDownload, IconEdit, IconPlayerPlay, IconShare } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { periods } from '@imperium/contract/analytics/analytics.ts'
import type { PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { Report, ReportFormat } from '@imperium/contract/reports/reports.ts'
import { formatMoment } from '../../lib/format.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { Page } from '../../ui/page/page.tsx'
import { QueryPage } from '../../ui/page/detail-page.tsx'
import { exportMutation, figuresQuery, runMutation, runQuery, runsQuery, sharedQuery } from './api.ts'
import { ReportFigures } from './report-figures.tsx'
import { chartLabels, periodLabels, scheduleText, stateLabels } from './report-labels.ts'
import type { ReportsSearch } from './reports-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './reports.module.css'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

interface ReportViewProps {
  id: string
  search: ReportsSearch
  change: ChangeSearch<ReportsSearch>
}

/** One report: its facts, its figures of now or of a run, and what can be done with it. */
export function ReportView({ id, search, change }: ReportViewProps) {
  const { data, error, refetch } = useQuery({ ...figuresQuery(id, search.period), placeholderData: (previous) => previous })
  const run = useQuery({ ...runQuery(search.run ?? ''), enabled: search.run !== undefined })
  return (
    <QueryPage query={{ data, error, refetch }} title={t('Report')} failed={t('The report could not be loaded')}>
      {({ report, answer }) => (
        <Page
          title={report.name}
          subtitle={<Facts report={report} period={search.period} />}
          actions={<Actions report={report} search={search} change={change} />}
        >
          <div className={styles.stackWide}>
            <RunChoice id={id} search={search} change={change} />
            {search.run && run.data && !run.data.answer ? (
              <p className={styles.text} role="status">
                {run.data.failure || stateLabels[run.data.state]}
              </p>
            ) : (
              <ReportFigures report={report} answer={(search.run ? run.data?.answer : answer) ?? answer} />
            )}
          </div>
          <Overlays open={search.share ? 'share' : ''}>
            {search.share && <ShareDialog report={report} onClose={() => change({ share: undefined }, true)} />}
          </Overlays>
        </Page>
      )}
    </QueryPage>
  )
}

/** What a member sees who opened a link. */
export function SharedReport({ token, change }: { token: string; change: ChangeSearch<ReportsSearch> }) {
  const { data, error, refetch } = useQuery(sharedQuery(token))
  return (
    <QueryPage query={{ data, error, refetch }} title={t('Report')} failed={t('The report could not be loaded')}>
      {({ report, answer }) => (
        <Page
          title={report.name}
          subtitle={<Facts report={report} period={undefined} />}
          actions={
            <Button variant="default" onClick={() => change({ link: undefined })}>
              {t('All reports')}
            </Button>
          }
        >
          <ReportFigures report={report} answer={answer} />
        </Page>
      )}
    </QueryPage>
  )
}

function Facts({ report, period }: { report: Report; period: PeriodName | undefined }) {
  const { chartType, lastRun, schedule } = report
  return (
    <span className={classes.facts}>
      <span>{t('Chart: {chart}', { chart: chartLabels[chartType] })}</span>
      <span>{periodLabels[period ?? report.period ?? '30d']}</span>
      <span>{lastRun ? t('Last run {moment}', { moment: formatMoment(lastRun.createdAt) }) : t('Never run')}</span>
      <span>{scheduleText(schedule)}</span>
    </span>
  )
}

const formats: readonly { format: ReportFormat; label: string }[] = [
  { format: 'csv', label: t('CSV') },
  { format: 'xlsx', label: t('Excel') },
  { format: 'pdf', label: t('PDF') },
]

function Actions({ report, search, change }: { report: Report } & Omit<ReportViewProps, 'id'>) {
  const { id, isTemplate, isEditable } = report
  const refusal = useGate('reports:write')
  const mayWrite = useCan('reports:write')
  const exporting = useMutation(exportMutation)
  const run = useMutation(runMutation)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} stroke={1.7} aria-hidden />}
        onClick={() => change({ report: undefined, run: undefined, share: undefined })}
      >
        {t('All reports')}
      </Button>
      {mayWrite && (
        <Button
          variant="default"
          leftSection={<IconShare size={16} stroke={1.7} aria-hidden />}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => change({ share: true }, true)}
        >
          {t('Share')}
        </Button>
      )}
      {isTemplate && mayWrite && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => change({ create: true, from: id }, true)}
        >
          {t('Use as a start')}
        </Button>
      )}
      {isEditable && (
        <Button
          variant="default"
          leftSection={<IconEdit size={16} stroke={1.7} aria-hidden />}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => change({ edit: id }, true)}
        >
          {t('Edit')}
        </Button>
      )}
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />} loading={exporting.isPending}>
            {t('Export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(({ format, label }) => (
            <Menu.Item key={format} onClick={() => exporting.mutate({ id, format, period: search.period, run: search.run })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {mayWrite && (
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
          loading={run.isPending}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => run.mutate({ params: { id } }, { onSuccess: (made) => change({ run: made.id }) })}
        >
          {t('Run Now')}
        </Button>
      )}
    </>
  )
}

/** The figures of now over a period, or those that a run kept. */
function RunChoice({ id, search, change }: ReportViewProps) {
  const { data = [] } = useQuery(runsQuery(id))
  return (
    <div className={styles.row}>
      <Select
        aria-label={t('Period')}
        value={search.period ?? ''}
        data={[{ value: '', label: t("The report's own period") }, ...periods.map((value) => ({ value, label: periodLabels[value] }))]}
        onChange={(next) => change({ period: periods.find((each) => each === next), run: undefined }, true)}
        allowDeselect={false}
        w={220}
      />
      <Select
        aria-label={t('Figures')}
        value={search.run ?? ''}
        data={[
          { value: '', label: t('As of now') },
          ...data.map((run) => ({
            value: run.id,
            label: t('Run of {moment}: {state}', { moment: formatMoment(run.createdAt), state: stateLabels[run.state] }),
          })),
          ...(search.run && !data.some((run) => run.id === search.run) ? [{ value: search.run, label: t('This run') }] : []),
        ]}
        onChange={(next) => change({ run: next || undefined }, true)}
        allowDeselect={false}
        w={300}
      />
    </div>
  )
}
