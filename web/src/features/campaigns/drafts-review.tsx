import { Button, Select, Skeleton, TextInput, Textarea } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { campaignReports } from '@imperium/contract/campaign-report-operations.ts'
import { draftStatuses } from '@imperium/contract/campaign-reports.ts'
import type { CampaignDraft } from '@imperium/contract/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns.ts'
import { call, keyOf, pages } from '../../lib/api.ts'
import { formatMicros } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/confirm.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { usePreparedConfirm } from '../../ui/use-prepared-confirm.ts'
import { campaignQuery } from './api.ts'
import { reasonWords } from '../../lib/reason-words.ts'
import { draftState, draftWords } from './draft-words.ts'
import { reportFailure } from './use-campaign-actions.ts'
import classes from './messages.module.css'

type DraftStatus = CampaignDraft['status']
const lookAgainMs = 3_000

/** What an agent wrote for each recipient: read, changed, approved or rejected. With the last decision sending begins. */
export function DraftsReview({ campaign }: { campaign: Campaign }) {
  const mayDecide = useCan('campaigns:send')
  const { isDirty, onDirty } = useOpenChanges()
  const decide = useDecide(campaign)
  const [status, setStatus] = useState<DraftStatus | null>(campaign.needsReview ? 'written' : null)
  const list = useInfiniteQuery({
    ...pages(campaignReports.drafts, { params: { id: campaign.id }, query: { ...(status ? { status } : {}), limit: 50 } }),
    staleTime: 0,
    refetchInterval: campaign.status === 'running' ? lookAgainMs : false,
    meta: { silent: true },
  })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  async function decideAll(decision: 'approve' | 'reject'): Promise<void> {
    const action = decision === 'approve' ? t('Approve all') : t('Reject all')
    const message =
      decision === 'approve' ? t('All messages that wait for review go out.') : t('Nobody whose message waits for review gets one.')
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
          data={draftStatuses.map((value) => ({ value, label: draftWords[value] }))}
          value={status}
          onChange={(next) => setStatus(draftStatuses.find((each) => each === next) ?? null)}
          // Another list has no place for what is being changed.
          disabled={isDirty}
          clearable
        />
      }
    >
      {campaign.needsReview && mayDecide && (
        <div className={classes.row}>
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
      {list.isSuccess && rows.length === 0 && <p className={classes.muted}>{t('No messages here.')}</p>}
      <ul className={classes.list}>
        {rows.map((draft) => (
          <DraftItem
            key={`${draft.contactId}${draft.updatedAt}`}
            campaignId={campaign.id}
            draft={draft}
            canDecide={mayDecide && draft.status === 'written'}
            busy={decide.isPending}
            onDecide={(decision) => decide.mutate({ decision, contactIds: [draft.contactId] })}
            onDirty={onDirty}
          />
        ))}
      </ul>
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
    onSuccess: ({ decided, left }) => {
      notify.success(left === 0 ? lastWords : plural(decided, { one: '{count} message decided', other: '{count} messages decided' }))
      void client.invalidateQueries({ queryKey: keyOf(campaignReports.drafts) })
      void client.invalidateQueries({ queryKey: campaignQuery(campaign.id).queryKey })
    },
    onError: (error) => reportFailure(t('Failed to decide'), error),
  })
}

type OnDirty = (contactId: string, isDirty: boolean) => void

/** Whether a message was changed and not saved: nothing is decided over it, and it is not left without a question. */
function useOpenChanges(): { isDirty: boolean; onDirty: OnDirty } {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const onDirty = useCallback<OnDirty>(
    (contactId, isDirty) =>
      setOpen((now) => {
        if (now.has(contactId) === isDirty) return now
        const next = new Set(now)
        if (isDirty) next.add(contactId)
        else next.delete(contactId)
        return next
      }),
    [],
  )
  const isDirty = open.size > 0
  usePreparedConfirm()
  useBlocker({
    // What only opens beside the list (a recipient's story) leaves the forms where they are.
    shouldBlockFn: async ({ current, next }) =>
      (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)) &&
      !(await confirm({ title: t('Unsaved changes'), message: t('Leave without saving your changes?'), action: t('Discard changes') })),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
  return { isDirty, onDirty }
}

const tabOf = (search: object): unknown => ('tab' in search ? search.tab : undefined)

interface DraftItemProps {
  campaignId: string
  draft: CampaignDraft
  canDecide: boolean
  busy: boolean
  onDecide: (decision: 'approve' | 'reject') => void
  onDirty: OnDirty
}

function DraftItem({ campaignId, draft, canDecide, busy, onDecide, onDirty }: DraftItemProps) {
  const [editing, setEditing] = useState(false)
  const name = draft.name ?? t('Erased contact')
  return (
    <li className={classes.message} aria-label={name}>
      <div className={classes.head}>
        <b>{name}</b>
        <StatusDot {...draftState(draft)} live={draft.status === 'writing'} />
        {draft.costMicros > 0 && <span className={classes.muted}>{formatMicros(draft.costMicros)}</span>}
      </div>
      {draft.detail && <p className={classes.muted}>{translateMessage(reasonWords(draft.detail))}</p>}
      {editing ? (
        <DraftForm campaignId={campaignId} draft={draft} onDone={() => setEditing(false)} onDirty={onDirty} />
      ) : (
        <>
          {draft.subject && <p className={classes.subject}>{draft.subject}</p>}
          {draft.body && <p className={classes.full}>{draft.body}</p>}
          {canDecide && (
            <div className={classes.row}>
              <Button size="xs" variant="default" disabled={busy} onClick={() => onDecide('approve')}>
                {t('Approve')}
              </Button>
              <Button size="xs" variant="default" disabled={busy} onClick={() => onDecide('reject')}>
                {t('Reject')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setEditing(true)}>
                {t('Edit')}
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  )
}

interface DraftFormProps {
  campaignId: string
  draft: CampaignDraft
  onDone: () => void
  onDirty: OnDirty
}

function DraftForm({ campaignId, draft, onDone, onDirty }: DraftFormProps) {
  const client = useQueryClient()
  const [subject, setSubject] = useState(draft.subject)
  const [body, setBody] = useState(draft.body)
  const { contactId } = draft
  const isDirty = subject !== draft.subject || body !== draft.body
  useEffect(() => {
    onDirty(contactId, isDirty)
    return () => onDirty(contactId, false)
  }, [contactId, isDirty, onDirty])
  const save = useMutation({
    mutationFn: () => call(campaignReports.editDraft, { params: { id: campaignId, contactId }, body: { subject, body } }),
    meta: { silent: true },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(campaignReports.drafts) })
      onDone()
    },
    onError: (error) => reportFailure(t('Failed to save the message'), error),
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextInput
        label={t('Subject')}
        maxLength={300}
        autoFocus
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <Textarea
        label={t('Message')}
        autosize
        minRows={4}
        maxRows={20}
        maxLength={50_000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <div className={classes.row}>
        <Button type="submit" size="xs" variant="default" disabled={save.isPending || body.trim() === ''}>
          {save.isPending ? t('Saving...') : t('Save')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
