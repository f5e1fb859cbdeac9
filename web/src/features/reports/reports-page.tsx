import { Button, Select, Skeleton } from '@mantine/core'
import { IconFileSpreadsheet, IconFileText, IconFileTypePdf, IconPlus, IconReport } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { periods } from '@imperium/contract/analytics/analytics.ts'
import { reportTypes } from '@imperium/contract/reports/reports.ts'
import type { Report, ReportFormat } from '@imperium/contract/reports/reports.ts'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { exportAllMutation, reportsQuery } from './api.ts'
import { periodLabels, typeLabels } from './report-labels.ts'
import type { ReportsSearch } from './reports-search.ts'
import { ScheduledReports } from './scheduled-reports.tsx'
import { TemplateCards } from './template-cards.tsx'
import styles from '../../ui/styles.module.css'

const ReportView = lazy(async () => ({ default: (await import('./report-view.tsx')).ReportView }))
const SharedReport = lazy(async () => ({ default: (await import('./report-view.tsx')).SharedReport }))
const ReportsTable = lazy(async () => ({ default: (await import('./reports-table.tsx')).ReportsTable }))
const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))
const route = getRouteApi('/org/$orgSlug/reports')

/** /org/{slug}/reports: templates and reports of the organization, and the open one. */
export function ReportsPage() {
  const search = route.useSearch()
  const change = changeSearch<ReportsSearch>(route.useNavigate())
  const mayWrite = useCan('reports:write')
  const form = mayWrite ? (search.edit ?? (search.create ? `create ${search.from ?? ''}` : '')) : ''
  const closeForm = () => change({ create: undefined, edit: undefined, from: undefined }, true)
  return (
    <>
      {search.link ? (
        <SharedReport token={search.link} change={change} />
      ) : search.report ? (
        <ReportView id={search.report} search={search} change={change} />
      ) : (
        <ReportList search={search} change={change} />
      )}
      <Overlays open={form}>
        {form !== '' && <ReportDialog key={form} id={search.edit ?? null} templateId={search.from ?? null} onClose={closeForm} />}
      </Overlays>
    </>
  )
}

interface ListProps {
  search: ReportsSearch
  change: ChangeSearch<ReportsSearch>
}

const isShown = ({ type, name, description }: Report, search: ReportsSearch): boolean =>
  (!search.type || type === search.type) && `${name} ${description}`.toLowerCase().includes((search.q ?? '').toLowerCase())

function ReportList({ search, change }: ListProps) {
  const mayWrite = useCan('reports:write')
  const refusal = useGate('reports:write')
  const { data, error, refetch } = useQuery(reportsQuery)
  const period = search.period ?? '30d'
  const shown = data?.filter((report) => isShown(report, search))
  const templates = data?.filter(({ isTemplate }) => isTemplate) ?? []
  return (
    <Page
      title={t('Reports')}
      subtitle={t('The same numbers as on the dashboard and in Analytics, by time or by their parts, on a schedule if you like.')}
      actions={
        mayWrite && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            disabled={refusal !== undefined}
            title={refusal}
            onClick={() => change({ create: true })}
          >
            {t('Create Report')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} title={t('Reports could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={420} radius="lg" aria-busy />}
      {data && shown && (
        <div className={styles.stackWide}>
          <section aria-label={t('Pre-built Templates')} className={styles.stack}>
            <h2 className={styles.partTitle}>{t('Pre-built Templates')}</h2>
            <TemplateCards templates={templates} onOpen={({ id }) => change({ report: id })} />
          </section>
          <FilterBar
            search={search.q ?? ''}
            onSearch={(q) => change({ q: q || undefined }, true)}
            searchLabel={t('Search reports')}
            count={plural(shown.length, { one: '{count} report', other: '{count} reports' })}
          >
            <Filters search={search} change={change} />
          </FilterBar>
          {shown.length === 0 ? (
            <EmptyState icon={IconReport} title={t('No matches')} text={t('No report has this type and contains this text.')} />
          ) : (
            <Suspense fallback={<Skeleton height={280} radius="lg" aria-busy />}>
              <ReportsTable rows={shown} period={period} change={change} />
            </Suspense>
          )}
          <ScheduledReports reports={data.filter(({ schedule }) => schedule !== null)} change={change} />
        </div>
      )}
    </Page>
  )
}

const formats: readonly { format: ReportFormat; label: string; icon: typeof IconFileText }[] = [
  { format: 'csv', label: t('CSV'), icon: IconFileText },
  { format: 'xlsx', label: t('Excel'), icon: IconFileSpreadsheet },
  { format: 'pdf', label: t('PDF'), icon: IconFileTypePdf },
]

/** Type and period, and the totals of the listed reports over that period as a file. */
function Filters({ search, change }: ListProps) {
  const exporting = useMutation(exportAllMutation)
  const period = search.period ?? '30d'
  return (
    <div className={styles.row}>
      <Select
        aria-label={t('Type')}
        value={search.type ?? ''}
        data={[{ value: '', label: t('All Types') }, ...reportTypes.map((value) => ({ value, label: typeLabels[value] }))]}
        onChange={(next) => change({ type: reportTypes.find((each) => each === next) }, true)}
        allowDeselect={false}
        w={150}
      />
      <Select
        aria-label={t('Period')}
        value={period}
        data={periods.map((value) => ({ value, label: periodLabels[value] }))}
        onChange={(next) => change({ period: next === '30d' ? undefined : periods.find((each) => each === next) }, true)}
        allowDeselect={false}
        w={150}
      />
      {formats.map(({ format, label, icon: Glyph }) => (
        <Button
          key={format}
          variant="default"
          leftSection={<Glyph size={16} stroke={1.7} aria-hidden />}
          loading={exporting.isPending && exporting.variables.format === format}
          onClick={() => exporting.mutate({ format, period, type: search.type })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
