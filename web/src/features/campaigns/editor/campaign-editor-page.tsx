import { Button, Skeleton } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { t } from '../../../lib/words.ts'
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { useObjectName } from '../../../ui/page/object-names.ts'
import { Page } from '../../../ui/page/page.tsx'
import { useStepFocus } from '../../../ui/page/use-step-focus.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { campaignQuery } from '../api.ts'
import { statusTones, statusText } from '../campaign-labels.ts'
import { editorSteps } from '../campaigns-search.ts'
import type { EditorStep } from '../campaigns-search.ts'
import { ChecklistAside } from '../launch/checklist-aside.tsx'
import { FixFinding, isFixedInDialog } from '../launch/fix-finding.tsx'
import { showPlace } from '../launch/show-place.ts'
import { useChecklist } from '../launch/use-checklist.ts'
import { EditorFoot } from './editor-foot.tsx'
import { stepOf } from './editor-form.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { hasBegun, useEditor } from './use-editor.ts'
import type { Editor } from './use-editor.ts'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

const BasicsStep = lazy(async () => ({ default: (await import('./basics-step.tsx')).BasicsStep }))
const AudienceStep = lazy(async () => ({ default: (await import('./audience-step.tsx')).AudienceStep }))
const MessageStep = lazy(async () => ({ default: (await import('../message/message-step.tsx')).MessageStep }))
const ScheduleStep = lazy(async () => ({ default: (await import('./schedule-step.tsx')).ScheduleStep }))
const AdvancedStep = lazy(async () => ({ default: (await import('./advanced-step.tsx')).AdvancedStep }))
const ReviewStep = lazy(async () => ({ default: (await import('../review/review-step.tsx')).ReviewStep }))

const route = getRouteApi('/org/$orgSlug/campaigns/$campaignId/edit')
const stepLabels: Record<EditorStep, string> = {
  basics: t('Basics'),
  audience: t('Audience'),
  message: t('Message'),
  schedule: t('Schedule'),
  advanced: t('Advanced'),
  review: t('Review'),
}

/** /org/{slug}/campaigns/{id}/edit: a campaign is written, step by step in any order, and sent from the last. */
export function CampaignEditorPage() {
  const { campaignId } = route.useParams()
  const { data, error, refetch } = useQuery({ ...campaignQuery(campaignId), refetchOnMount: true })
  useObjectName(campaignId, data?.name)
  if (error && !data)
    return (
      <Page title={t('Campaign')}>
        <ErrorState error={error} title={t('The campaign could not be loaded')} onRetry={() => void refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page title={t('Campaign')}>
        <Skeleton height={480} radius={12} />
      </Page>
    )
  return <LoadedEditor key={data.id} campaign={data} />
}

function LoadedEditor({ campaign }: { campaign: Campaign }) {
  const editor = useEditor(campaign)
  const { step = 'basics' } = route.useSearch()
  const navigate = route.useNavigate()
  const { orgSlug, campaignId } = route.useParams()
  const refusal = useGate('campaigns:write')
  const go = (next: EditorStep) => void navigate({ search: next === 'basics' ? {} : { step: next }, resetScroll: true })
  const start = useRef<HTMLDivElement>(null)
  useStepFocus(start)
  // The Next button below a step moves the focus to the start of the next one, for keyboard and screen reader users.
  const goOn = (next: EditorStep) => {
    go(next)
    start.current?.focus({ preventScroll: true })
  }
  const checklist = useChecklist(editor.campaign)
  const isPhone = useIsPhone()
  const { fixing, fix, endFix } = useFix(editor, start, go)
  const { status } = editor.campaign
  // After a start, the user can still copy typed text from the fields until they are reloaded.
  const isFixed = hasBegun(editor) && editor.conflict === null
  const isOver = status === 'completed' || (isFixed && (step === 'audience' || step === 'message'))
  const isLocked = refusal !== undefined || isOver
  return (
    <Page
      title={editor.form.values.name || t('Campaign')}
      subtitle={<StatusDot tone={statusTones[status]} label={statusText[status]} live={status === 'running'} />}
      actions={
        <Button
          variant="default"
          onClick={() => void navigate({ to: '/org/$orgSlug/campaigns/$campaignId', params: { orgSlug, campaignId } })}
        >
          {t('Close')}
        </Button>
      }
    >
      <Notices editor={editor} refusal={refusal} />
      <div className={classes.layout}>
        <div className={classes.side}>
          <Steps
            editor={editor}
            step={step}
            onGo={(next) => {
              // As with the Next button: the checklist knows what is saved.
              editor.keep()
              go(next)
            }}
          />
          {step !== 'review' && refusal === undefined && (
            <ChecklistAside checklist={checklist} isOpen={!isPhone} isDirty={editor.dirty} onFix={fix} />
          )}
        </div>
        <div ref={start} className={classes.main} tabIndex={-1}>
          <ErrorBoundary resetKey={step}>
            <Suspense fallback={<Skeleton height={420} radius={12} />}>
              <fieldset
                className={classes.step}
                disabled={step !== 'review' && step !== 'message' && isLocked}
                aria-label={stepLabels[step]}
              >
                {step === 'basics' && <BasicsStep editor={editor} />}
                {step === 'audience' && <AudienceStep editor={editor} />}
                {step === 'message' && <MessageStep editor={editor} isLocked={isLocked} />}
                {step === 'schedule' && <ScheduleStep editor={editor} />}
                {step === 'advanced' && <AdvancedStep editor={editor} />}
                {step === 'review' && <ReviewStep editor={editor} checklist={checklist} onGo={goOn} onFix={fix} />}
              </fieldset>
            </Suspense>
          </ErrorBoundary>
          {step !== 'review' && (
            <EditorFoot editor={editor} step={step} onGo={goOn}>
              <NextButton
                step={step}
                onGo={(next) => {
                  editor.keep()
                  goOn(next)
                }}
              />
            </EditorFoot>
          )}
        </div>
      </div>
      {fixing && <FixFinding finding={fixing} editor={editor} onClose={endFix} onFixed={checklist.refresh} />}
    </Page>
  )
}

/** Mends a finding where it is: in a dialog over the draft, or at its field on the step that has it. */
function useFix(editor: Editor, main: RefObject<HTMLElement | null>, go: (step: EditorStep) => void) {
  const [fixing, setFixing] = useState<LaunchFinding | null>(null)
  const wasFixing = useRef(false)
  const stopWaiting = useRef<() => void>(undefined)
  // What a dialog has chosen is saved at once: the checklist knows the saved campaign.
  useEffect(() => {
    if (wasFixing.current && fixing === null) editor.keep()
    wasFixing.current = fixing !== null
  })
  useEffect(() => () => stopWaiting.current?.(), [])
  function fix(finding: LaunchFinding): void {
    if (isFixedInDialog(finding)) return setFixing(finding)
    go(stepOf(finding.path) ?? 'basics')
    stopWaiting.current?.()
    if (main.current) stopWaiting.current = showPlace(main.current, finding)
  }
  return { fixing, fix, endFix: () => setFixing(null) }
}

function Notices({ editor, refusal }: { editor: Editor; refusal: string | undefined }) {
  const { status, definition } = editor.campaign
  if (refusal) return <Notice tone="warn">{refusal}.</Notice>
  const begun = () =>
    t(
      'This campaign has started. Only its name, description, send window, throttle, guard and agent budget can change. Clone it to send something else.',
    )
  if (editor.conflict !== null)
    return (
      <Notice
        tone="warn"
        title={editor.conflict === 'begun' ? t('This campaign has started meanwhile') : t('Another member changed this campaign')}
        action={
          <Button size="xs" variant="default" onClick={() => void editor.reload()}>
            {t('Load what was saved')}
          </Button>
        }
      >
        {editor.conflict === 'begun'
          ? `${begun()} ${t('Your changes are still here: copy what you need, then load the saved campaign.')}`
          : t('Your changes are still here but cannot be saved. Copy what you need, then load the saved campaign.')}
      </Notice>
    )
  if (status === 'completed') return <Notice tone="info">{t('This campaign is completed. Clone it to send something else.')}</Notice>
  if (status === 'draft') return null
  return (
    <Notice tone="info">
      {definition.schedule.type === 'recurring'
        ? t(
            'The current send keeps its message. Its send window, throttle, guard and agent budget change immediately. Other changes apply from the next occurrence.',
          )
        : hasBegun(editor)
          ? begun()
          : t('This campaign is launched. Changes apply when it starts.')}
    </Notice>
  )
}

interface StepsProps {
  editor: Editor
  step: EditorStep
  onGo: (step: EditorStep) => void
}

function Steps({ editor: { form }, step, onGo }: StepsProps) {
  const nav = useRef<HTMLElement>(null)
  // On a phone the steps are one row that scrolls: the one that is open is brought into sight.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - nav.current.clientWidth / 3 })
  }, [step])
  const faulty = new Set(Object.keys(form.errors).map(stepOf))
  const { name, definition } = form.values
  const done: Record<EditorStep, boolean> = {
    basics: name.trim() !== '',
    audience: definition.audience !== null,
    message: isWritten(form.values),
    schedule: true,
    advanced: true,
    review: false,
  }
  return (
    <nav ref={nav} className={classes.steps} aria-label={t('Steps')}>
      <ol>
        {editorSteps.map((each, at) => {
          const hasError = faulty.has(each)
          return (
            <li key={each}>
              <button
                type="button"
                className={classes.stepButton}
                aria-current={each === step ? 'step' : undefined}
                data-bad={hasError || undefined}
                data-done={done[each] || undefined}
                onClick={() => onGo(each)}
              >
                <span className={classes.stepMark} aria-hidden>
                  {hasError ? '!' : done[each] && each !== step ? <IconCheck size={13} stroke={2.2} /> : at + 1}
                </span>
                {stepLabels[each]}
                {hasError && <span className={styles.srOnly}>{t('needs review')}</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function isWritten({ channel, definition: { content, agent } }: Editor['form']['values']): boolean {
  if (agent) return true
  if (channel === 'email')
    return content.subject.trim() !== '' && (content.design !== null || content.html.trim() !== '' || content.text.trim() !== '')
  return content.text.trim() !== '' || content.whatsappTemplateId !== null
}

function NextButton({ step, onGo }: { step: EditorStep; onGo: (step: EditorStep) => void }) {
  const after = editorSteps[editorSteps.indexOf(step) + 1]
  if (!after) return null
  return (
    <Button rightSection={<IconArrowRight size={16} stroke={1.7} aria-hidden />} onClick={() => onGo(after)}>
      {t('Next: {step}', { step: stepLabels[after] })}
    </Button>
  )
}
