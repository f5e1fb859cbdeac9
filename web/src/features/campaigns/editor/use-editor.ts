import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { hasBegunOnce } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import { UpdateCampaignBody, campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { usePreparedConfirm } from '../../../ui/dialog/use-prepared-confirm.ts'
import { showFieldErrors } from '../../../ui/form/use-contract-form.ts'
import { campaignQuery, keepCampaign } from '../api.ts'
import { useEditorForm, valuesOf } from './editor-form.ts'
import type { EditorForm, EditorValues } from './editor-form.ts'
import { hasBegunSince, isUntouched } from './overtaken.ts'
import type { Overtaken } from './overtaken.ts'
import { reportFailure } from '../use-campaign-actions.ts'

export interface Editor {
  /** As last saved or read. */
  campaign: Campaign
  form: EditorForm
  dirty: boolean
  saving: boolean
  /** What stood against the last save; null where nothing did. */
  overtaken: Overtaken | null
  /** Saves what was changed. Answers the saved campaign, or null where something stands against it. */
  save: () => Promise<Campaign | null>
  /** Saves a draft on the way to the next step, unless a field of it is unfinished: that is no time to say so. */
  keep: () => void
  /** Takes what is on the server now; what was typed is lost. */
  reload: () => Promise<void>
  /** The next way out is no loss: what is on screen was saved or is not wanted. */
  leave: () => void
}

/** It goes out once and has begun: besides its name and description only its send window, throttle, guard and its agent's budget can change. */
export const hasBegun = ({ campaign: { status, definition, nextAt } }: Editor): boolean =>
  hasBegunOnce({ status, schedule: definition.schedule, nextAt })

/** Other conflicts have words of their own: a completed campaign was changed by nobody else. */
const isStale = (error: unknown): boolean => error instanceof ApiError && error.problem?.code === 'STALE_WRITE'

/** Saves; where only its state moved since it was read, a second time, on what is there now. */
function useSend(campaign: Campaign, onMoved: (newest: Campaign) => void) {
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: ({ values: { channel, ...rest }, from }: { values: EditorValues; from: Campaign }) => {
      const ofDraft = from.status === 'draft' ? { channel } : {}
      return call(campaigns.update, { params: { id: from.id }, body: { ...rest, updatedAt: from.updatedAt, ...ofDraft } })
    },
    meta: { silent: true },
  })

  async function send(values: EditorValues): Promise<Campaign> {
    try {
      return await update.mutateAsync({ values, from: campaign })
    } catch (error) {
      if (!isStale(error)) throw error
      const newest = await client.fetchQuery({ ...campaignQuery(campaign.id), staleTime: 0 })
      onMoved(newest)
      if (!isUntouched(campaign, newest)) throw error
      return update.mutateAsync({ values, from: newest })
    }
  }
  return { send, isPending: update.isPending }
}

/** A campaign while it is written: what the fields hold, and how it gets to the server and back. */
export function useEditor(initial: Campaign): Editor {
  const client = useQueryClient()
  const form = useEditorForm(initial)
  // As the fields were filled from; what another person saves meanwhile must be refused by the server, not overwritten.
  const [campaign, setCampaign] = useState(initial)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const leaving = useRef(false)
  const dirty = form.isDirty()
  const { send, isPending } = useSend(campaign, (newest) => {
    if (hasBegunSince(campaign, newest)) setOvertaken('begun')
    if (isUntouched(campaign, newest)) setCampaign(newest)
  })

  usePreparedConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      !leaving.current &&
      current.pathname !== next.pathname &&
      !(await confirm({ title: t('Unsaved changes'), message: t('Leave without saving your changes?'), action: t('Discard changes') })),
    enableBeforeUnload: dirty,
    disabled: !dirty,
  })

  function start(from: Campaign, refill: boolean): void {
    const values = valuesOf(from)
    form.setInitialValues(values)
    if (refill) form.setValues(values)
    form.resetDirty(values)
    setCampaign(from)
    setOvertaken(null)
  }

  async function save(): Promise<Campaign | null> {
    if (!dirty) return campaign
    if (form.validate().hasErrors) {
      notify.error(t('Some fields need another look'))
      return null
    }
    try {
      const sent = structuredClone(form.getValues())
      const saved = await send(sent)
      // What was typed while the answer was under way stays in the fields, as a change that is not saved yet.
      start(saved, JSON.stringify(form.getValues()) === JSON.stringify(sent))
      keepCampaign(client, saved)
      return saved
    } catch (error) {
      if (isStale(error)) setOvertaken((now) => now ?? 'changed')
      else if (showFieldErrors(form, error)) notify.error(t('Some fields need another look'))
      else reportFailure(t('Failed to save the campaign'), error)
      return null
    }
  }

  function keep(): void {
    if (!dirty || isPending || campaign.status !== 'draft') return
    if (UpdateCampaignBody.safeParse(form.getValues()).success) void save()
  }

  async function reload(): Promise<void> {
    try {
      start(await client.fetchQuery({ ...campaignQuery(campaign.id), staleTime: 0 }), true)
    } catch (error) {
      reportFailure(t('The campaign could not be read again'), error)
    }
  }

  return {
    campaign,
    form,
    dirty,
    saving: isPending,
    overtaken,
    save,
    keep,
    reload,
    leave: () => void (leaving.current = true),
  }
}
