import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useCan } from '../../../lib/use-session.ts'
import { pauseText } from '../pause-labels.ts'
import { plural, t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { campaignQuery, keepCampaign } from '../api.ts'
import type { CampaignTab } from '../campaigns-search.ts'
import { mayHaveFailed } from './may-have-failed.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { reportFailure } from '../use-campaign-actions.ts'

const FailedBanner = lazy(async () => ({ default: (await import('./failed-banner.tsx')).FailedBanner }))

interface BannersProps {
  campaign: Campaign
  onTab: (tab: CampaignTab, status?: 'held') => void
}

/** Items that need a decision: an approval, a review, messages with an unknown outcome; and the reason of a pause. */
export function CampaignBanners({ campaign, onTab }: BannersProps) {
  const { status, pauseReason, approval, approvalBy, needsReview, stats } = campaign
  return (
    <>
      {approval === 'requested' && status === 'draft' && <ApprovalBanner campaign={campaign} />}
      {approval === 'rejected' && status === 'draft' && (
        <Notice tone="warn" title={t('{name} rejected the launch', { name: approvalBy })}>
          {pauseReason}
        </Notice>
      )}
      {status === 'paused' && (
        <Notice tone="warn" title={t('This campaign is paused')}>
          {pauseReason ? pauseText(campaign) : t('When resumed, it continues exactly where it stopped.')}
        </Notice>
      )}
      {needsReview && (
        <Notice
          tone="warn"
          title={t('Agent messages wait for review')}
          action={
            <Button size="xs" variant="default" onClick={() => onTab('messages')}>
              {t('Review')}
            </Button>
          }
        >
          {t('Nothing is sent before it is approved.')}
        </Notice>
      )}
      {mayHaveFailed(campaign, stats) && (
        <Suspense fallback={null}>
          <FailedBanner campaign={campaign} />
        </Suspense>
      )}
      {stats.held > 0 && <HeldBanner campaign={campaign} onLook={() => onTab('contacts', 'held')} />}
    </>
  )
}

function ApprovalBanner({ campaign: { id, approvalBy, version } }: { campaign: Campaign }) {
  const client = useQueryClient()
  const mayApprove = useCan('campaigns:approve')
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const decide = useMutation({
    mutationFn: (approved: boolean) =>
      approved
        ? call(campaigns.approve, { params: { id }, body: { version } })
        : call(campaigns.reject, { params: { id }, body: { reason: reason.trim() } }),
    meta: { silent: true },
    onSuccess: (saved, approved) => {
      keepCampaign(client, saved)
      notify.success(approved ? t('Launch approved') : t('Launch rejected'))
    },
    onError: (error) => reportFailure(t('Failed to decide'), error),
  })
  return (
    <Notice
      tone="warn"
      title={t('{name} requests approval to launch', { name: approvalBy })}
      action={
        mayApprove && (
          <>
            <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => decide.mutate(true)}>
              {t('Approve and launch')}
            </Button>
            {rejecting && (
              <TextInput
                size="xs"
                aria-label={t('Reason for rejection')}
                placeholder={t('Reason for rejection')}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
            <Button
              size="xs"
              variant="default"
              disabled={decide.isPending}
              onClick={() => (rejecting ? decide.mutate(false) : setRejecting(true))}
            >
              {rejecting ? t('Reject the launch') : t('Reject')}
            </Button>
          </>
        )
      }
    >
      {mayApprove ? t('Once approved, it is launched immediately.') : t('An owner or administrator decides.')}
    </Notice>
  )
}

function HeldBanner({ campaign: { id, stats }, onLook }: { campaign: Campaign; onLook: () => void }) {
  const client = useQueryClient()
  const refused = !useCan('campaigns:send')
  const decide = useMutation({
    mutationFn: (decision: 'send' | 'drop') => call(campaignReports.decideHeld, { params: { id }, body: { decision } }),
    meta: { silent: true },
    onSuccess: ({ decided }) => {
      notify.success(plural(decided, { one: '{count} message decided', other: '{count} messages decided' }))
      void client.invalidateQueries({ queryKey: campaignQuery(id).queryKey })
      void client.invalidateQueries({ queryKey: ['campaigns', 'recipients'] })
    },
    onError: (error) => reportFailure(t('Failed to decide'), error),
  })
  async function ask(decision: 'send' | 'drop'): Promise<void> {
    const again = decision === 'send'
    const message = again ? t('Some may get the message a second time.') : t('Some may never get the message.')
    if (await confirm({ title: again ? t('Send again') : t('Drop'), message, action: again ? t('Send again') : t('Drop'), danger: !again }))
      decide.mutate(decision)
  }
  const busy = { disabled: refused || decide.isPending, size: 'xs', variant: 'default' } as const
  return (
    <Notice
      tone="warn"
      title={plural(stats.held, { one: '{count} message is held', other: '{count} messages are held' })}
      action={
        <>
          <Button {...busy} onClick={() => void ask('send')}>
            {t('Send again')}
          </Button>
          <Button {...busy} onClick={() => void ask('drop')}>
            {t('Drop')}
          </Button>
          <Button size="xs" variant="default" onClick={onLook}>
            {t('Show them')}
          </Button>
        </>
      }
    >
      {plural(stats.held, {
        one: 'After a crash or a missing provider response we do not know whether it was sent. It is held so that it is not sent twice.',
        other:
          'After a crash or a missing provider response we do not know whether these were sent. They are held so that nothing is sent twice.',
      })}
    </Notice>
  )
}
