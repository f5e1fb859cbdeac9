import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyDraft } from '@imperium/contract/messages.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { discardDraftMutation, sendDraftOfAgentMutation } from './agents-api.ts'
import styles from '../../ui/styles.module.css'
import classes from './messages.module.css'

/** What an agent proposes to reply. It is sent by a member only. */
export function DraftCard({ id, draft, isBlocked }: { id: string; draft: ReplyDraft; isBlocked: boolean }) {
  const mayWrite = useCan('messages:write')
  const send = useMutation(sendDraftOfAgentMutation)
  const discard = useMutation(discardDraftMutation)
  const [edited, setEdited] = useState<string | null>(null)
  const isPending = send.isPending || discard.isPending
  const message = edited ?? draft.text
  const params = { id, draftId: draft.id }
  return (
    <section className={classes.draft} aria-label={t('Draft of {name}', { name: draft.agentName })}>
      <p className={classes.cardHead}>
        <b>{draft.agentName}</b>
        <span className={classes.byAgent}>{t('Draft by an AI agent')}</span>
        <span className={classes.address}>{t('Not sent')}</span>
      </p>
      {edited === null ? (
        <div className={classes.words}>{draft.text}</div>
      ) : (
        <Textarea
          aria-label={t('Text of the draft')}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={20_000}
          value={edited}
          autoFocus
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      )}
      {draft.sources.length > 0 && (
        <p className={styles.smallAbove}>{t('Sources: {titles}', { titles: draft.sources.map(({ title }) => title).join(', ') })}</p>
      )}
      {mayWrite && (
        <div className={classes.draftFoot}>
          <Button
            size="xs"
            disabled={isPending || isBlocked || message.trim() === ''}
            onClick={() => send.mutate({ params, body: { message } })}
          >
            {t('Send')}
          </Button>
          {edited === null && (
            <Button size="xs" variant="default" disabled={isPending} onClick={() => setEdited(draft.text)}>
              {t('Edit')}
            </Button>
          )}
          <Button size="xs" variant="default" disabled={isPending} onClick={() => discard.mutate({ params })}>
            {t('Discard')}
          </Button>
        </div>
      )}
    </section>
  )
}
