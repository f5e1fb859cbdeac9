import { Button, Select, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import { draftStatuses } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { call, keyOf, pages } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { usePreparedConfirm } from '../../../ui/dialog/use-prepared-confirm.ts'
import { campaignQuery } from '../api.ts'
import { DraftItem } from './draft-item.tsx'
import { draftLabels } from './draft-labels.ts'
import { focusOrder, shownDrafts } from './open-drafts.ts'
import type { OpenDrafts } from './open-drafts.ts'
import { useFocusInList } from './use-focus-in-list.ts'
import { reportFailure } from '../use-campaign-actions.ts'
import styles from '../../../ui/styles.module.css'
import classes from './messages.module.css'

type DraftStatus = CampaignDraft['status']
const refetchMs = 3_000

/** Reviews the agent's draft for each recipient: read, edit, approve or reject. The last decision starts sending. */
export function DraftsReview({ campaign }: { campaign: Campaign }) {
  const mayDecide = useCan('campaigns:send')
  const { open, edit, close, isDirty, onDirty } = useOpenDrafts()
  const decide = useDecide(campaign)
  const [status, setStatus] = useState<DraftStatus | null>(campaign.needsReview ? 'written' : null)
  const list = useInfiniteQuery({
    ...pages(campaignReports.drafts, { params: { id: campaign.id }, query: { ...(status ? { status } : {}), limit: 50 } }),
    staleTime: 0,
    refetchInterval: campaign.status === 'running' ? refetchMs : false,
    meta: { silent: true },
  })
  const rows = shownDrafts(list.data?.pages.flatMap((page) => page.rows) ?? [], open, list.hasNextPage)
  const { region, focusNext } = useFocusInList(decide.isPending)
  const ids = rows.map(({ draft }) => draft.contactId)
  async function decideAll(decision: 'approve' | 'reject'): Promise<void> {
    const action = decision === 'approve' ? t('Approve all') : t('Reject all')
    const message =
      decision === 'approve' ? t('All messages waiting for review are sent.') : t('Messages that wait for review are not sent.')
    if (await confirm({ title: action, message, action, danger: decision === 'reject' })) decide.mutate({ decision, contactIds: null })
  }
  return (
    <Card
      title={t('Written by the agent')}
      aside={
        <Select
          className={classes.filter ?? ''}
          size="xs"
          aria-label={t('Status')}
          placeholder={t('All')}
          data={draftStatuses.map((value) => ({ value, label: draftLabels[value] }))}
          value={status}
          onChange={(next) => {
            close()
            setStatus(draftStatuses.find((each) => each === next) ?? null)
          }}
          // Another list would drop the drafts that are being edited.
          disabled={isDirty}
          clearable
        />
      }
    >
      {campaign.needsReview && mayDecide && (
        <div className={styles.wrapped}>
          <Button size="xs" disabled={decide.isPending || isDirty} onClick={() => void decideAll('approve')}>
            {t('Approve all')}
          </Button>
          <Button size="xs" variant="default" disabled={decide.isPending || isDirty} onClick={() => void decideAll('reject')}>
            {t('Reject all')}
          </Button>
          <span className={classes.muted} role="status">
            {isDirty && t('A message is being changed. Save or cancel that first.')}
          </span>
        </div>
      )}
      {list.isPending && <Skeleton height={180} radius={8} mt={12} />}
      {list.isError && rows.length === 0 && (
        <ErrorState plain error={list.error} title={t('Failed to load the messages')} onRetry={() => void list.refetch()} />
      )}
      <div ref={region} tabIndex={-1}>
        {list.isSuccess && rows.length === 0 && <p className={classes.muted}>{t('No messages here.')}</p>}
        <ul className={classes.list}>
          {rows.map((row) => (
            <DraftItem
              key={row.draft.contactId}
              campaignId={campaign.id}
              row={row}
              canDecide={mayDecide && row.draft.status === 'written'}
              busy={decide.isPending}
              onDecide={(decision) => {
                const { contactId } = row.draft
                const onSettled = () => focusNext(focusOrder(ids, contactId), decision)
                decide.mutate({ decision, contactIds: [contactId] }, { onSettled })
              }}
              onEdit={() => edit(row.draft)}
              onDone={() => {
                focusNext([row.draft.contactId], 'edit')
                close(row.draft.contactId)
              }}
              onDirty={onDirty}
            />
          ))}
        </ul>
      </div>
      {list.hasNextPage && (
        <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Load more')}
        </Button>
      )}
    </Card>
  )
}

function useDecide(campaign: Campaign) {
  const client = useQueryClient()
  const lastWords =
    campaign.status === 'paused'
      ? t('Everything is decided; sending begins when the campaign is resumed')
      : t('Everything is decided; sending begins')
  return useMutation({
    mutationFn: (body: { decision: 'approve' | 'reject'; contactIds: string[] | null }) =>
      call(campaignReports.decideDrafts, { params: { id: campaign.id }, body }),
    meta: { silent: true },
    onSuccess: async ({ decided, left }) => {
      notify.success(left === 0 ? lastWords : plural(decided, { one: '{count} message decided', other: '{count} messages decided' }))
      void client.invalidateQueries({ queryKey: campaignQuery(campaign.id).queryKey })
      // No further decision until the list shows this one.
      await client.invalidateQueries({ queryKey: keyOf(campaignReports.drafts) })
    },
    onError: (error) => reportFailure(t('Failed to decide'), error),
  })
}

/** The drafts that are being edited. Bulk decisions skip unsaved edits, and leaving the page asks first. */
function useOpenDrafts() {
  const [open, setOpen] = useState<OpenDrafts>(new Map())
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const onDirty = useCallback(
    (contactId: string, isDirty: boolean) =>
      setDirty((now) => {
        if (now.has(contactId) === isDirty) return now
        const next = new Set(now)
        if (isDirty) next.add(contactId)
        else next.delete(contactId)
        return next
      }),
    [],
  )
  const edit = (draft: CampaignDraft) => setOpen((now) => new Map(now).set(draft.contactId, draft))
  /** Without one: all. */
  const close = (contactId?: string) =>
    setOpen((now) => new Map([...now].filter(([each]) => contactId !== undefined && each !== contactId)))
  const isDirty = dirty.size > 0
  usePreparedConfirm()
  useBlocker({
    // Panels beside the list (a recipient's history) keep the forms open.
    shouldBlockFn: async ({ current, next }) =>
      (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)) &&
      !(await confirm({ title: t('Unsaved changes'), message: t('Leave without saving your changes?'), action: t('Discard changes') })),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
  return { open, edit, close, isDirty, onDirty }
}

const tabOf = (search: object): unknown => ('tab' in search ? search.tab : undefined)
