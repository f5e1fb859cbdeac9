import { Button, Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { DryRunResult } from '@imperium/contract/campaigns/campaign-reports.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call, query } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { keepCampaign } from '../api.ts'
import type { Editor } from '../editor/use-editor.ts'
import { blockedText } from '../launch/checklist-labels.ts'
import type { Checklist } from '../launch/use-checklist.ts'
import { launchText } from './launch-labels.ts'
import classes from './review.module.css'

const route = getRouteApi('/org/$orgSlug/campaigns/$campaignId/edit')
const settingsQuery = { ...query(channels.readEmailSettings), meta: { silent: true } }

/** Why the server did not launch. */
export interface LaunchRefusal {
  message: string
  problems: readonly string[]
}

function refusalOf(error: unknown): LaunchRefusal {
  if (!(error instanceof ApiError)) return { message: t('Failed to launch the campaign'), problems: [] }
  return { message: error.message, problems: [...new Set((error.problem?.errors ?? []).map((each) => translateMessage(each)))] }
}

/** The refusal of the server, just above the button that was pressed. */
export function RefusalNotice({ refusal: { message, problems } }: { refusal: LaunchRefusal }) {
  return (
    <Notice tone="bad" title={message}>
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

interface LaunchProps {
  editor: Editor
  checklist: Checklist
  /** The dry run of the version to launch, if there is one. */
  dryRun: DryRunResult | null
  /** The audience is being checked. */
  busy: boolean
  onRefused: (refusal: LaunchRefusal | null) => void
}

/** Launches the draft. While it cannot, it stays in the order of the keyboard and says why. */
export function LaunchButton({ editor, checklist, dryRun, busy, onRefused }: LaunchProps) {
  const audience = dryRun?.audience ?? null
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const { orgSlug, campaignId } = route.useParams()
  const refusal = useGate('campaigns:send')
  const mayApprove = useCan('campaigns:approve')
  const settings = useQuery(settingsQuery)
  const whyId = useId()
  const { definition } = editor.form.values
  const limit = settings.data?.launchLimit
  const needsApproval = !mayApprove && audience !== null && limit !== undefined && audience > limit
  const isNow = definition.schedule.type === 'now'
  const label = needsApproval ? t('Request approval') : isNow ? t('Send now') : t('Schedule||verb')
  const send = useMutation({
    // The version in the fields: the server refuses it where another member has saved since.
    mutationFn: (version: number) => call(campaigns.send, { params: { id: campaignId }, body: { version } }),
    meta: { silent: true },
    onMutate: () => onRefused(null),
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
      if (error instanceof ApiError && error.status === 422) editor.form.setErrors(error.fields)
      onRefused(refusalOf(error))
      checklist.refresh()
    },
  })
  async function launch(): Promise<void> {
    const saved = await editor.save()
    if (!saved) return
    const people =
      audience === null ? t('all contacts in its audience') : plural(audience, { one: '{count} contact', other: '{count} contacts' })
    const message = needsApproval
      ? t('An owner or administrator is asked to approve the launch to {people}.', { people })
      : launchText(dryRun, isNow)
    if (await confirm({ title: label, message, action: label, danger: false })) send.mutate(saved.version)
  }
  const isAsked = editor.campaign.approval === 'requested'
  // Unsaved changes may have mended what the list knows: the server decides then.
  const blocked = editor.dirty ? null : blockedText(checklist.data)
  const why = refusal ?? (isAsked ? t('Waits for approval') : busy ? t('The audience is being checked.') : blocked)
  return (
    <>
      {why && (
        <span id={whyId} className={classes.why}>
          {why}
        </span>
      )}
      <Tooltip label={why} disabled={!why} events={{ hover: true, focus: true, touch: true }}>
        <Button
          leftSection={<IconSend size={16} stroke={1.7} aria-hidden />}
          disabled={send.isPending || editor.saving}
          {...(why ? { 'aria-disabled': true, 'aria-describedby': whyId, 'data-disabled': true } : {})}
          onClick={() => !why && void launch()}
        >
          {send.isPending ? t('Sending...') : label}
        </Button>
      </Tooltip>
    </>
  )
}
