import { Box, Button, Checkbox, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import { retryReasons } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { CampaignSend, RetryReason } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { call, keyOf, query } from '../../../lib/api.ts'
import { formatMoment, formatNumber } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { campaignQuery } from '../api.ts'
import { BudgetInput } from '../editor/budget-input.tsx'
import { mayHaveFailed } from './may-have-failed.ts'
import { reasonText } from '../../../lib/labels/reason-labels.ts'
import { useSends } from '../use-sends.ts'
import { reportFailure } from '../use-campaign-actions.ts'

/** Messages that failed, or that no agent wrote, for a reason that may be over: sent again, occurrence by occurrence, the newest first. */
export function FailedBanner({ campaign }: { campaign: Campaign }) {
  const { sends } = useSends(campaign.id)
  const failed = sends.filter(
    (send) => mayHaveFailed(campaign, send.stats) && send.status !== 'cancelled' && send.recipientsErasedAt === null,
  )
  return (
    <>
      {failed.slice(0, 3).map((send) => (
        <FailedOf key={send.id} campaign={campaign} send={send} isOneOfMany={sends.length > 1} />
      ))}
    </>
  )
}

function FailedOf({ campaign, send, isOneOfMany }: { campaign: Campaign; send: CampaignSend; isOneOfMany: boolean }) {
  const { id, definition, updatedAt } = campaign
  const client = useQueryClient()
  const refused = !useCan('campaigns:send')
  const [left, setLeft] = useState<readonly RetryReason[]>([])
  const mayChange = useCan('campaigns:write')
  // Undefined until the user changes it here.
  const [typed, setTyped] = useState<number | string | null>()
  const { data } = useQuery({
    ...query(campaignReports.analytics, { params: { id }, query: { sendId: send.id } }),
    staleTime: 0,
    meta: { silent: true },
  })
  const counts = retryReasons.map((reason) => ({ reason, count: countOf(data?.reasons ?? [], reason) })).filter(({ count }) => count > 0)
  const chosen = counts.filter(({ reason }) => !left.includes(reason))
  // A larger budget also lets the agent write for recipients that failed because the budget was used up.
  const agent = chosen.some(({ reason }) => reason === 'agent_failed') ? definition.agent : null
  const budgetMicros = typed === undefined ? (agent?.budgetMicros ?? 0) : typed
  const total = chosen.reduce((sum, { count }) => sum + count, 0)
  const retry = useMutation({
    mutationFn: async () => {
      if (agent && typeof budgetMicros === 'number' && budgetMicros !== agent.budgetMicros) {
        const body = { definition: { ...definition, agent: { ...agent, budgetMicros } }, updatedAt }
        await call(campaigns.update, { params: { id }, body })
      }
      return call(campaignReports.retryFailed, { params: { id }, body: { sendId: send.id, reasons: chosen.map(({ reason }) => reason) } })
    },
    meta: { silent: true },
    onSuccess: ({ again }) => {
      setTyped(undefined)
      notify.success(plural(again, { one: '{count} message is sent again', other: '{count} messages are sent again' }))
      for (const report of [campaignReports.sends, campaignReports.analytics, campaignReports.recipients])
        void client.invalidateQueries({ queryKey: keyOf(report) })
    },
    onError: (error) => reportFailure(t('Failed to send again'), error),
    onSettled: () => void client.invalidateQueries({ queryKey: campaignQuery(id).queryKey }),
  })
  if (counts.length === 0) return null
  async function ask(): Promise<void> {
    const message = t('Only recipients who can still be reached get it. Earlier failures stay in their history.')
    if (await confirm({ title: t('Send again to failed recipients'), message, action: t('Send again'), danger: false })) retry.mutate()
  }
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const moment = formatMoment(send.startedAt)
  const title = plural(all, { one: '{count} message failed and can be sent again', other: '{count} messages failed and can be sent again' })
  return (
    <Notice
      tone="warn"
      title={isOneOfMany ? t('{title} (occurrence of {moment})', { title, moment }) : title}
      action={
        <Button
          size="xs"
          variant="default"
          disabled={refused || retry.isPending || total === 0 || (agent !== null && typeof budgetMicros !== 'number')}
          onClick={() => void ask()}
        >
          {t('Send again to failed recipients')}
        </Button>
      }
    >
      <Group gap="md" role="group" aria-label={t('Reasons')}>
        {counts.map(({ reason, count }) => (
          <Checkbox
            key={reason}
            size="xs"
            label={t('{reason}: {count}', { reason: reasonText(reason), count: formatNumber(count) })}
            checked={!left.includes(reason)}
            onChange={({ currentTarget: { checked } }) =>
              setLeft((now) => (checked ? now.filter((each) => each !== reason) : [...now, reason]))
            }
          />
        ))}
      </Group>
      {agent && (
        <Box maw={380} mt="sm">
          <BudgetInput micros={budgetMicros} onChange={setTyped} disabled={refused || !mayChange} />
        </Box>
      )}
    </Notice>
  )
}

/** Failures without a stored reason count as `undelivered`: the provider had accepted them and returned them later. */
const countOf = (reasons: readonly { status: string; reason: string; count: number }[], reason: RetryReason): number =>
  reasons
    .filter(({ status }) => status === (reason === 'agent_failed' ? 'skipped' : 'failed'))
    .filter((each) => (each.reason || 'undelivered') === reason)
    .reduce((sum, { count }) => sum + count, 0)
