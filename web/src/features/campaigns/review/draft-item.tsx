import { Button, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { formatMicros } from '../../../lib/format.ts'
import { reasonText } from '../../../lib/labels/reason-labels.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { draftState } from './draft-labels.ts'
import { happenedTo, isSameText } from './open-drafts.ts'
import type { ShownDraft } from './open-drafts.ts'
import { reportFailure } from '../use-campaign-actions.ts'
import styles from '../../../ui/styles.module.css'
import classes from './messages.module.css'

interface DraftItemProps {
  campaignId: string
  row: ShownDraft
  canDecide: boolean
  busy: boolean
  onDecide: (decision: 'approve' | 'reject') => void
  onEdit: () => void
  onDone: () => void
  onDirty: (contactId: string, isDirty: boolean) => void
}

/** Ignores key repeat: a held key would also decide the next message, which gets the focus, before it was read. */
function onlyPressed(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}

/** The agent's draft for one recipient, or the form that edits it. */
export function DraftItem({ campaignId, row, canDecide, busy, onDecide, onEdit, onDone, onDirty }: DraftItemProps) {
  const { draft, opened, isGone } = row
  const name = draft.name ?? t('Erased contact')
  return (
    <li className={classes.message} aria-label={name} data-contact={draft.contactId}>
      <div className={classes.head}>
        <b>{name}</b>
        {!isGone && <StatusDot {...draftState(draft)} live={draft.status === 'writing'} />}
        {draft.costMicros > 0 && <span className={classes.muted}>{formatMicros(draft.costMicros)}</span>}
      </div>
      {draft.detail && (
        <p className={classes.muted}>
          {draft.detailKey ? translateMessage({ message: draft.detail, ...draft.detailKey }) : translateMessage(reasonText(draft.detail))}
        </p>
      )}
      {opened ? (
        <DraftForm campaignId={campaignId} row={row} opened={opened} onDone={onDone} onDirty={onDirty} />
      ) : (
        <>
          <DraftText draft={draft} />
          {canDecide && (
            <div className={styles.wrapped}>
              <Button
                size="xs"
                variant="default"
                disabled={busy}
                data-act="approve"
                onKeyDown={onlyPressed}
                onClick={() => onDecide('approve')}
              >
                {t('Approve')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={busy}
                data-act="reject"
                onKeyDown={onlyPressed}
                onClick={() => onDecide('reject')}
              >
                {t('Reject')}
              </Button>
              <Button size="xs" variant="default" data-act="edit" onClick={onEdit}>
                {t('Edit')}
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  )
}

function DraftText({ draft: { subject, body } }: { draft: CampaignDraft }) {
  return (
    <>
      {subject && <p className={classes.subject}>{subject}</p>}
      {body && <p className={classes.full}>{body}</p>}
    </>
  )
}

interface DraftFormProps extends Pick<DraftItemProps, 'campaignId' | 'row' | 'onDone' | 'onDirty'> {
  opened: CampaignDraft
}

function DraftForm({ campaignId, row, opened, onDone, onDirty }: DraftFormProps) {
  const client = useQueryClient()
  const [subject, setSubject] = useState(opened.subject)
  const [body, setBody] = useState(opened.body)
  const { contactId } = opened
  const isDirty = !isSameText(opened, { subject, body })
  const happened = happenedTo(row, opened, { subject, body })
  useEffect(() => {
    onDirty(contactId, isDirty)
    return () => onDirty(contactId, false)
  }, [contactId, isDirty, onDirty])
  const save = useMutation({
    mutationFn: () => call(campaignReports.editDraft, { params: { id: campaignId, contactId }, body: { subject, body } }),
    meta: { silent: true },
    onSuccess: onDone,
    onError: (error) => reportFailure(t('Failed to save the message'), error),
    // Also after a refusal: what others decided is why.
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf(campaignReports.drafts) }),
  })
  // A save closes the form on its response, so input typed meanwhile would be lost.
  const fixed = save.isPending || happened === 'decided'
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!fixed) save.mutate()
      }}
    >
      {happened && !row.isGone && <DraftText draft={row.draft} />}
      {happened && (
        <Notice tone="warn">
          {happened === 'decided'
            ? t('This message was already reviewed and can no longer be changed. Your text is still here, but not saved.')
            : t('Another member changed this message. The current text is shown above. Saving replaces it with yours.')}
        </Notice>
      )}
      <TextInput
        label={t('Subject')}
        maxLength={300}
        autoFocus
        readOnly={fixed}
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <Textarea
        label={t('Message')}
        autosize
        minRows={4}
        maxRows={20}
        maxLength={50_000}
        readOnly={fixed}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <div className={styles.wrapped}>
        <Button type="submit" size="xs" variant="default" disabled={fixed || body.trim() === ''}>
          {save.isPending ? t('Saving...') : t('Save')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
