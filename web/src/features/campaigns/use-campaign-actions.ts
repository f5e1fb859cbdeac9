import { useMutation, useQueryClient } from '@tanstack/react-query'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { Campaign, ListedCampaign } from '@imperium/contract/campaigns/campaigns.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { dropCampaign, keepCampaign, refreshCampaigns } from './api.ts'

const silent = { silent: true } as const

/** Shows a toast that an action failed, with the reason if it is known. */
export function reportFailure(texts: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  const entries = error instanceof ApiError ? Object.values(error.fields) : []
  const why = error instanceof ApiError && (error.kind !== 'answer' || error.status < 500) ? (entries[0] ?? error.message) : ''
  notify.error(why ? `${texts}. ${why}` : texts)
}

interface AfterAction {
  onCloned?: (copy: Campaign) => void
  onDeleted?: (id: string) => void
}

/** The actions of a campaign's card and page. */
export function useCampaignActions({ onCloned, onDeleted }: AfterAction = {}) {
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: (campaign: ListedCampaign) =>
      call(campaign.status === 'paused' ? campaigns.resume : campaigns.pause, { params: { id: campaign.id } }),
    meta: silent,
    onError: (error, { status }) =>
      reportFailure(status === 'paused' ? t('Failed to resume the campaign') : t('Failed to pause the campaign'), error),
    onSuccess: (saved, { status }) => {
      keepCampaign(client, saved)
      notify.success(status === 'paused' ? t('Campaign resumed') : t('Campaign paused'))
    },
  })
  const clone = useMutation({
    mutationFn: (campaign: ListedCampaign) => call(campaigns.clone, { params: { id: campaign.id } }),
    meta: silent,
    onError: (error) => reportFailure(t('Failed to clone the campaign'), error),
    onSuccess: (copy) => {
      notify.success(t('Campaign cloned'))
      refreshCampaigns(client)
      onCloned?.(copy)
    },
  })
  const remove = useMutation({
    mutationFn: (campaign: ListedCampaign) => call(campaigns.remove, { params: { id: campaign.id } }),
    meta: silent,
    onError: (error) => reportFailure(t('Failed to delete the campaign'), error),
    onSuccess: (_nothing, { id }) => {
      notify.success(t('Campaign deleted'))
      onDeleted?.(id)
      dropCampaign(client, id)
    },
  })

  async function confirmAndRemove(campaign: ListedCampaign): Promise<void> {
    const message = t('Are you sure you want to delete this campaign?')
    if (await confirm({ title: t('Delete campaign'), message, action: t('Delete') })) remove.mutate(campaign)
  }

  return {
    toggle: (campaign: ListedCampaign) => toggle.mutate(campaign),
    clone: (campaign: ListedCampaign) => clone.mutate(campaign),
    remove: (campaign: ListedCampaign) => void confirmAndRemove(campaign),
    busy: toggle.isPending || clone.isPending || remove.isPending,
  }
}

export type CampaignActions = ReturnType<typeof useCampaignActions>
