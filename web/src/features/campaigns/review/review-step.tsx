import { Button, Skeleton } from '@mantine/core'
import { IconSend, IconTestPipe } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { DryRunResult } from '@imperium/contract/campaigns/campaign-reports.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call, query } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { keepCampaign } from '../api.ts'
import { channelLabels, scheduleText } from '../campaign-labels.ts'
import type { EditorStep } from '../campaigns-search.ts'
import { DryRunReport } from './dry-run-report.tsx'
import { EditorFoot } from '../editor/editor-foot.tsx'
import { launchText } from './launch-labels.ts'
import { stepOf } from '../editor/editor-form.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TestSend } from '../message/test-send.tsx'
import { useDryRun } from './use-dry-run.ts'
import { reportFailure } from '../use-campaign-actions.ts'
import type { Editor } from '../editor/use-editor.ts'
import styles from '../../../ui/styles.module.css'
import classes from './review.module.css'

const AskContact = lazy(async () => ({ default: (await import('../ask-contact.tsx')).AskContact }))
const RecipientStory = lazy(async () => ({ default: (await import('../detail/recipient-story.tsx')).RecipientStory }))
const AgentSamples = lazy(async () => ({ default: (await import('./agent-samples.tsx')).AgentSamples }))

const route = getRouteApi('/org/$orgSlug/campaigns/$campaignId/edit')
const settingsQuery = { ...query(channels.readEmailSettings), meta: { silent: true } }

interface ReviewStepProps {
  editor: Editor
  onGo: (step: EditorStep) => void
}

interface Problem {
  path: string
  message: string
}

/** Summary, dry run and launch. */
export function ReviewStep({ editor, onGo }: ReviewStepProps) {
  const { campaign, form } = editor
  const dryRun = useDryRun(campaign.id)
  const [against, setAgainst] = useState<readonly Problem[]>([])
  const [request, markRequested] = useState<string | null>(null)
  const refusal = useGate('campaigns:write')
  const current = dryRun.data?.version === campaign.version && !editor.dirty ? dryRun.data : null
  const { channel, definition } = form.values
  async function run(): Promise<void> {
    setAgainst([])
    if (await editor.save()) dryRun.start()
  }
  const problems = against.length > 0 ? against : (current?.result?.problems ?? [])
  return (
    <>
      <Card title={t('Summary')}>
        <dl className={classes.facts}>
          <Fact label={t('Channel')} value={channelLabels[channel]} />
          <Fact
            label={t('Audience')}
            value={editor.dirty ? t('Save to see it') : translateMessage(campaign.audienceSummary) || t('No audience yet')}
          />
          {channel === 'email' && <Fact label={t('Subject')} value={definition.content.subject || '–'} />}
          <Fact label={t('Schedule')} value={scheduleText(definition.schedule)} />
        </dl>
      </Card>
      <Card
        title={t('Dry run')}
        aside={
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTestPipe size={15} stroke={1.7} aria-hidden />}
            disabled={dryRun.isRunning || editor.saving || refusal !== undefined}
            title={refusal}
            onClick={() => void run()}
          >
            {dryRun.isRunning ? t('Looking...') : current ? t('Run again') : t('Run')}
          </Button>
        }
      >
        <DryRunReport
          run={dryRun.isRunning ? dryRun.data : current}
          isRunning={dryRun.isRunning}
          error={dryRun.error}
          campaign={campaign}
          onContact={markRequested}
        />
        <div className={classes.ask}>
          <Suspense fallback={null}>
            <AskContact onAsk={markRequested} />
          </Suspense>
          {editor.dirty && <p className={styles.hint}>{t('The result refers to the last saved campaign.')}</p>}
        </div>
      </Card>
      {request !== null && (
        <Suspense fallback={null}>
          <RecipientStory key={request} campaignId={campaign.id} contactId={request} onClose={() => markRequested(null)} />
        </Suspense>
      )}
      {definition.agent && (
        <Suspense fallback={<Skeleton height={120} radius={12} />}>
          <AgentSamples campaignId={campaign.id} save={async () => (await editor.save()) !== null} />
        </Suspense>
      )}
      <TestSend editor={editor} />
      <Problems problems={problems} onGo={onGo} />
      <EditorFoot editor={editor} step="review" onGo={onGo}>
        {campaign.status === 'draft' && (
          <LaunchButton editor={editor} dryRun={current?.result ?? null} busy={dryRun.isRunning} onRefused={setAgainst} />
        )}
      </EditorFoot>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** All problems that prevent a launch, each with a link to its step. */
function Problems({ problems: found, onGo }: { problems: readonly Problem[]; onGo: (step: EditorStep) => void }) {
  const problems = found.filter(({ path }) => path !== 'plan')
  const plan = found.find(({ path }) => path === 'plan')
  if (problems.length === 0)
    return (
      plan && (
        <Notice tone="warn" title={t('More messages than your plan has left')}>
          <p>{translateMessage(plan)}</p>
          <p>{t('The campaign pauses when they are used up. You can resume it from there.')}</p>
        </Notice>
      )
    )
  return (
    <Notice tone="bad" title={t('This campaign cannot be launched yet')}>
      <ul className={classes.problems}>
        {problems.map((problem) => {
          const { path, message } = problem
          const step = stepOf(path)
          return (
            <li key={`${path}${message}`}>
              {translateMessage(problem)}{' '}
              {step && (
                <button type="button" className={classes.linkButton} onClick={() => onGo(step)}>
                  {t('Go there')}
                </button>
              )}
              {path === 'footer' && (
                <OrgLink path="settings/organization" className="link">
                  {t('Go there')}
                </OrgLink>
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

interface LaunchProps {
  editor: Editor
  /** The dry run of the version to launch, if there is one. */
  dryRun: DryRunResult | null
  /** The audience is being checked. */
  busy: boolean
  onRefused: (problems: readonly Problem[]) => void
}

function LaunchButton({ editor, dryRun, busy, onRefused }: LaunchProps) {
  const audience = dryRun?.audience ?? null
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const { orgSlug, campaignId } = route.useParams()
  const refusal = useGate('campaigns:send')
  const mayApprove = useCan('campaigns:approve')
  const settings = useQuery(settingsQuery)
  const { definition } = editor.form.values
  const limit = settings.data?.launchLimit
  const needsApproval = !mayApprove && audience !== null && limit !== undefined && audience > limit
  const isNow = definition.schedule.type === 'now'
  const label = needsApproval ? t('Request approval') : isNow ? t('Send now') : t('Schedule||verb')
  const send = useMutation({
    mutationFn: () => call(campaigns.send, { params: { id: campaignId } }),
    meta: { silent: true },
    onSuccess: (saved) => {
      keepCampaign(client, saved)
      editor.leave()
      notify.success(
        saved.approval === 'requested'
          ? t('Approval requested')
          : saved.status === 'scheduled'
            ? t('Campaign scheduled')
            : t('Campaign launched'),
      )
      void navigate({ to: '/org/$orgSlug/campaigns/$campaignId', params: { orgSlug, campaignId } })
    },
    onError: (error) => {
      const problems = error instanceof ApiError && error.status === 422 ? (error.problem?.errors ?? []) : []
      if (error instanceof ApiError && problems.length > 0) {
        editor.form.setErrors(error.fields)
        onRefused(problems)
      } else reportFailure(t('Failed to launch the campaign'), error)
    },
  })
  async function launch(): Promise<void> {
    if (!(await editor.save())) return
    const people =
      audience === null ? t('all contacts in its audience') : plural(audience, { one: '{count} contact', other: '{count} contacts' })
    const message = needsApproval
      ? t('An owner or administrator is asked to approve the launch to {people}.', { people })
      : launchText(dryRun, isNow)
    if (await confirm({ title: label, message, action: label, danger: false })) send.mutate()
  }
  const isAsked = editor.campaign.approval === 'requested'
  return (
    <Button
      leftSection={<IconSend size={16} stroke={1.7} aria-hidden />}
      disabled={refusal !== undefined || busy || send.isPending || editor.saving || isAsked}
      title={isAsked ? t('Waits for approval') : refusal}
      onClick={() => void launch()}
    >
      {send.isPending ? t('Sending...') : label}
    </Button>
  )
}
