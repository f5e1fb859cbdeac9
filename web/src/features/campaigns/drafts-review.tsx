import { Button, Select, Skeleton, TextInput, Textarea } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import type { StatusTone } from '../../ui/status-dot.tsx'
import { campaignQuery } from './api.ts'
import { reasonWords } from '../../lib/reason-words.ts'
import { reportFailure } from './use-campaign-actions.ts'
import classes from './messages.module.css'

type DraftStatus = CampaignDraft['status']
const draftWords: Record<DraftStatus, string> = {
  waiting: t('Waits to be written'),
  writing: t('Being written'),
  written: t('Waits for review'),
  approved: t('Approved'),
  rejected: t('Rejected'),
  failed: t('Failed'),
}
const draftTones: Record<DraftStatus, StatusTone> = {
  waiting: 'idle',
  writing: 'info',
  written: 'warn',
  approved: 'ok',
  rejected: 'bad',
  failed: 'bad',
}
const lookAgainMs = 3_000

/** What an agent wrote for each recipient: read, changed, approved or rejected. With the last decision sending begins. */
export function DraftsReview({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient()
  const mayDecide = useCan('campaigns:send')
  const [status, setStatus] = useState<DraftStatus | null>(campaign.needsReview ? 'written' : null)
  const list = useInfiniteQuery({
    ...pages(campaignReports.drafts, { params: { id: campaign.id }, query: { ...(status ? { status } : {}), limit: 50 } }),
    staleTime: 0,
    refetchInterval: campaign.status === 'running' ? lookAgainMs : false,
    meta: { silent: true },
  })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const decide = useMutation({
    mutationFn: (body: { decision: 'approve' | 'reject'; contactIds: string[] | null }) =>
      call(campaignReports.decideDrafts, { params: { id: campaign.id }, body }),
    meta: { silent: true },
    onSuccess: ({ decided, left }) => {
      notify.success(
        left === 0
          ? t('Everything is decided; sending begins')
          : plural(decided, { one: '{count} message decided', other: '{count} messages decided' }),
      )
      void client.invalidateQueries({ queryKey: keyOf(campaignReports.drafts) })
      void client.invalidateQueries({ queryKey: campaignQuery(campaign.id).queryKey })
    },
    onError: (error) => reportFailure(t('Failed to decide'), error),
  })
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
          clearable
        />
      }
    >
      {campaign.needsReview && mayDecide && (
        <div className={classes.row}>
          <Button size="xs" disabled={decide.isPending} onClick={() => void decideAll('approve')}>
            {t('Approve all')}
          </Button>
          <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => void decideAll('reject')}>
            {t('Reject all')}
          </Button>
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

interface DraftItemProps {
  campaignId: string
  draft: CampaignDraft
  canDecide: boolean
  busy: boolean
  onDecide: (decision: 'approve' | 'reject') => void
}

function DraftItem({ campaignId, draft, canDecide, busy, onDecide }: DraftItemProps) {
  const [editing, setEditing] = useState(false)
  const name = draft.name ?? t('Erased contact')
  return (
    <li className={classes.message} aria-label={name}>
      <div className={classes.head}>
        <b>{name}</b>
        <StatusDot tone={draftTones[draft.status]} label={draftWords[draft.status]} live={draft.status === 'writing'} />
        {draft.costMicros > 0 && <span className={classes.muted}>{formatMicros(draft.costMicros)}</span>}
      </div>
      {draft.detail && <p className={classes.muted}>{translateMessage(reasonWords(draft.detail))}</p>}
      {editing ? (
        <DraftForm campaignId={campaignId} draft={draft} onDone={() => setEditing(false)} />
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

function DraftForm({ campaignId, draft, onDone }: { campaignId: string; draft: CampaignDraft; onDone: () => void }) {
  const client = useQueryClient()
  const [subject, setSubject] = useState(draft.subject)
  const [body, setBody] = useState(draft.body)
  const save = useMutation({
    mutationFn: () => call(campaignReports.editDraft, { params: { id: campaignId, contactId: draft.contactId }, body: { subject, body } }),
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
