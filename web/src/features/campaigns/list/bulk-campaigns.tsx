import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { ListedCampaign } from '@imperium/contract/campaigns/campaigns.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t } from '../../../lib/words.ts'
import { BulkBar } from '../../../ui/list/bulk-bar.tsx'
import { confirm } from '../../../ui/dialog/confirm.ts'
import type { Selection } from '../../../ui/list/use-selection.ts'
import { dropCampaign, refreshCampaigns } from '../api.ts'
import { toggleOf } from '../campaign-labels.ts'
import { reportFailure } from '../use-campaign-actions.ts'

type Act = 'pause' | 'resume' | 'remove'

const doneLabels: Record<Act, (count: number) => string> = {
  pause: (count) => plural(count, { one: '{count} campaign paused', other: '{count} campaigns paused' }),
  resume: (count) => plural(count, { one: '{count} campaign resumed', other: '{count} campaigns resumed' }),
  remove: (count) => plural(count, { one: '{count} campaign deleted', other: '{count} campaigns deleted' }),
}

/** Action bar for selected campaigns. An action skips campaigns that it does not apply to (a draft cannot be paused). */
export function BulkCampaigns({ rows, selection }: { rows: readonly ListedCampaign[]; selection: Selection }) {
  const client = useQueryClient()
  const writeRefusal = useGate('campaigns:write')
  const sendRefusal = useGate('campaigns:send')
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  const fit: Record<Act, ListedCampaign[]> = {
    pause: chosen.filter((each) => toggleOf(each) === 'pause'),
    resume: chosen.filter((each) => toggleOf(each) === 'resume'),
    remove: chosen.filter(({ status }) => status !== 'running'),
  }
  const bulk = useMutation({
    mutationFn: async (act: Act) => {
      const done: string[] = []
      const failed: { name: string; error: unknown }[] = []
      // Sequential: each request locks its campaign, and the first failure must not hide the results of the others.
      for (const { id, name } of fit[act]) {
        try {
          await call(campaigns[act], { params: { id } })
          done.push(id)
        } catch (error) {
          failed.push({ name, error })
        }
      }
      return { done, failed }
    },
    onSuccess: ({ done, failed }, act) => {
      if (done.length > 0) notify.success(doneLabels[act](done.length))
      for (const { name, error } of failed) reportFailure(t('“{name}” stays as it is', { name }), error)
      if (act === 'remove') for (const id of done) dropCampaign(client, id)
      refreshCampaigns(client)
      selection.clear()
    },
  })
  async function remove(): Promise<void> {
    const count = fit.remove.length
    const message = plural(count, {
      one: 'Are you sure you want to delete this campaign?',
      other: 'Are you sure you want to delete these {count} campaigns?',
    })
    if (await confirm({ title: t('Delete campaigns'), message, action: t('Delete') })) bulk.mutate('remove')
  }
  const why = (act: Act, refusal: string | undefined, none: string) => refusal ?? (fit[act].length === 0 ? none : undefined)
  return (
    <BulkBar
      count={chosen.length}
      onClear={selection.clear}
      busy={bulk.isPending}
      actions={[
        {
          label: t('Pause'),
          icon: IconPlayerPause,
          onClick: () => bulk.mutate('pause'),
          disabledReason: why('pause', sendRefusal, t('None of them is scheduled or running')),
        },
        {
          label: t('Resume'),
          icon: IconPlayerPlay,
          onClick: () => bulk.mutate('resume'),
          disabledReason: why('resume', sendRefusal, t('None of them is paused')),
        },
        {
          label: t('Delete'),
          icon: IconTrash,
          onClick: () => void remove(),
          disabledReason: why('remove', writeRefusal, t('Pause it first')),
        },
      ]}
    />
  )
}
