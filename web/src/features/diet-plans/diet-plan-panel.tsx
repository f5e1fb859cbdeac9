import { Button, Menu, Progress, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useEffectEvent, useRef } from 'react'
import { planLanguages } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { DietPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { downloadFile } from '../../lib/download.ts'
import { formatFullDay } from '../../lib/format.ts'
import { languageNames } from '../../lib/language-names.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient, reportError } from '../../lib/query-client.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { changed, dietPlanQuery, retryMutation } from './api.ts'
import { statusOf } from './diet-plan-labels.ts'
import { timespanOf } from './diet-plans-table.tsx'
import type { PlanTab } from './diet-plans-search.ts'
import styles from '../../ui/styles.module.css'

const DaysView = lazy(async () => ({ default: (await import('./days-view.tsx')).DaysView }))
const ChecksView = lazy(async () => ({ default: (await import('./checks-view.tsx')).ChecksView }))
const ShoppingView = lazy(async () => ({ default: (await import('./shopping-view.tsx')).ShoppingView }))
const PatientView = lazy(async () => ({ default: (await import('./patient-view.tsx')).PatientView }))
const VersionsView = lazy(async () => ({ default: (await import('./versions-view.tsx')).VersionsView }))

interface PanelProps {
  id: string
  tab: PlanTab
  mayWrite: boolean
  refusal: string | undefined
  onTab: (tab: PlanTab) => void
  onClose: () => void
}

/** One diet plan: progress while it is written, then its days, checks, shopping list and versions. */
export function DietPlanPanel({ id, onClose, ...rest }: PanelProps) {
  const { data: plan, error, refetch } = useQuery(dietPlanQuery(id))
  useEndOfWork(plan)
  return (
    <SidePanel
      opened
      onClose={onClose}
      width="max(60%, 620px)"
      title={plan ? plan.dietPlan.summary.title || plan.patientName : t('Diet plan')}
      subtitle={plan && <Subtitle plan={plan} />}
      actions={plan && plan.version > 0 && <Exports plan={plan} />}
    >
      {plan ? (
        <PlanBody plan={plan} {...rest} />
      ) : error ? (
        <ErrorState error={error} title={t('The diet plan could not be loaded')} onRetry={() => void refetch()} plain />
      ) : (
        <Skeleton height={320} radius={12} aria-busy />
      )}
    </SidePanel>
  )
}

/** Says when the background work on the open plan has ended, once. */
function useEndOfWork(plan: DietPlan | undefined): void {
  const before = useRef<string | null>(null)
  const tell = useEffectEvent((kind: string, now: DietPlan) => {
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
    if (now.error !== null) notify.error(translateMessage(now.error))
    else notify.success(kind === 'generate' ? t('Diet plan generated successfully!') : t('The plan has a new version'))
  })
  useEffect(() => {
    if (!plan) return
    if (before.current !== null && plan.work === null) tell(before.current, plan)
    before.current = plan.work?.kind ?? null
  }, [plan])
}

function Subtitle({ plan }: { plan: DietPlan }) {
  const { patientName, disease, startsOn, numberOfDays, mealsPerDay, reference } = plan
  const { tone, label } = statusOf(plan)
  return (
    <span className={styles.row}>
      <StatusDot tone={tone} label={label} live={plan.work !== null} />
      <span>
        {[
          patientName,
          disease,
          timespanOf(numberOfDays),
          t('{count} meals a day', { count: mealsPerDay }),
          formatFullDay(startsOn),
          reference,
        ].join(' · ')}
      </span>
    </span>
  )
}

function Exports({ plan: { id } }: { plan: DietPlan }) {
  const save = (work: Promise<void>) => void work.catch((error: unknown) => reportError(error, t('The file could not be made')))
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}>
          {t('Download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('PDF to print')}</Menu.Label>
        {planLanguages.map((language) => (
          <Menu.Item key={language} onClick={() => save(downloadFile(dietPlans.pdf, { params: { id }, query: { language } }))}>
            {languageNames[language]}
          </Menu.Item>
        ))}
        <Menu.Label>{t('Shopping list as PDF')}</Menu.Label>
        {planLanguages.map((language) => (
          <Menu.Item key={language} onClick={() => save(downloadFile(dietPlans.shoppingPdf, { params: { id }, query: { language } }))}>
            {languageNames[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => save(downloadFile(dietPlans.fhir, { params: { id } }))}>{t('FHIR NutritionOrder (JSON)')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const tabLabels: Record<PlanTab, string> = {
  days: t('Days'),
  checks: t('Checks and review'),
  shopping: t('Shopping list'),
  patient: t('Patient'),
  versions: t('Versions'),
}

function PlanBody({ plan, tab, mayWrite, refusal, onTab }: Omit<PanelProps, 'id' | 'onClose'> & { plan: DietPlan }) {
  const blocked = mayWrite ? refusal : t('Your role may not work with health data')
  return (
    <div className={styles.stack}>
      <WorkNotice plan={plan} refusal={blocked} />
      <PageTabs tabs={tabLabels} open={tab} onOpen={onTab}>
        {tab === 'days' && <DaysView plan={plan} refusal={blocked} />}
        {tab === 'checks' && <ChecksView plan={plan} refusal={blocked} />}
        {tab === 'shopping' && <ShoppingView id={plan.id} />}
        {tab === 'patient' && <PatientView plan={plan} />}
        {tab === 'versions' && <VersionsView plan={plan} />}
      </PageTabs>
      <p className={styles.hint}>{t('Not medical advice')}</p>
    </div>
  )
}

function WorkNotice({ plan, refusal }: { plan: DietPlan; refusal: string | undefined }) {
  const retry = useMutation(retryMutation)
  const { work, error, daysDone, numberOfDays, statusReason } = plan
  if (work !== null) {
    const done = work.kind === 'generate' ? Math.round((daysDone / numberOfDays) * 100) : 0
    const label =
      work.kind === 'generate'
        ? t('Day {done} of {days}', { done: daysDone, days: numberOfDays })
        : t('Writing day {day} again', { day: work.day ?? '' })
    return (
      <div role="status">
        <p className={styles.hint}>{label}</p>
        <Progress value={Math.max(4, done)} animated aria-label={label} />
      </div>
    )
  }
  if (error === null) return null
  const action = statusReason === 'failed' && (
    <Button
      size="xs"
      variant="default"
      disabled={refusal !== undefined || retry.isPending}
      title={refusal}
      onClick={() => retry.mutate({ params: { id: plan.id } })}
    >
      {t('Go on')}
    </Button>
  )
  return (
    <Notice tone="bad" title={t('Writing stopped')} action={action}>
      {translateMessage(error)}
    </Notice>
  )
}
