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
import { hasBegunSince, isUntouched } from './edit-conflict.ts'
import type { EditConflict } from './edit-conflict.ts'
import { reportFailure } from '../use-campaign-actions.ts'

export interface Editor {
  /** As last saved or read. */
  campaign: Campaign
  form: EditorForm
  dirty: boolean
  saving: boolean
  /** What prevented the last save; null if nothing did. */
  conflict: EditConflict | null
  /** Saves the changes. Returns the saved campaign, or null if the save was prevented. */
  save: () => Promise<Campaign | null>
  /** Saves a draft on a step change, unless a field is invalid: then it shows no error yet. */
  keep: () => void
  /** Reloads from the server and discards the form's changes. */
  reload: () => Promise<void>
  /** Allows the next navigation without a warning: the changes were saved or discarded. */
  leave: () => void
}

/** A one-time campaign that has started: only its name, description, send window, throttle, guard and agent budget can still change. */
export const hasBegun = ({ campaign: { status, definition, nextAt } }: Editor): boolean =>
  hasBegunOnce({ status, schedule: definition.schedule, nextAt })

/** Other conflicts have their own messages: a completed campaign was not changed by another member. */
const isStale = (error: unknown): boolean => error instanceof ApiError && error.problem?.code === 'STALE_WRITE'

/** Saves; retries once on the newest version if only the state changed since it was loaded. */
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

/** The state of the campaign editor: the form's values, loading and saving. */
export function useEditor(initial: Campaign): Editor {
  const client = useQueryClient()
  const form = useEditorForm(initial)
  // The version that filled the fields; the server must reject an overwrite of another member's save.
  const [campaign, setCampaign] = useState(initial)
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  const leaving = useRef(false)
  const dirty = form.isDirty()
  const { send, isPending } = useSend(campaign, (newest) => {
    if (hasBegunSince(campaign, newest)) setConflict('begun')
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
    setConflict(null)
  }

  async function save(): Promise<Campaign | null> {
    if (!dirty) return campaign
    if (form.validate().hasErrors) {
      notify.error(t('Please check the marked fields'))
      return null
    }
    try {
      const sent = structuredClone(form.getValues())
      const saved = await send(sent)
      // Input typed while the request was in flight stays in the fields as an unsaved change.
      start(saved, JSON.stringify(form.getValues()) === JSON.stringify(sent))
      keepCampaign(client, saved)
      return saved
    } catch (error) {
      if (isStale(error)) setConflict((now) => now ?? 'changed')
      else if (showFieldErrors(form, error)) notify.error(t('Please check the marked fields'))
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
      reportFailure(t('The campaign could not be reloaded'), error)
    }
  }

  return {
    campaign,
    form,
    dirty,
    saving: isPending,
    conflict,
    save,
    keep,
    reload,
    leave: () => void (leaving.current = true),
  }
}
