import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { partsOfNote } from '@imperium/contract/notes.ts'
import type { Note } from '@imperium/contract/notes.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { createMutation, notesQuery, removeMutation, updateMutation } from './api.ts'
import type { NotedThing } from './api.ts'
import { MentionInput } from './mention-input.tsx'
import { bodyOf, textOf } from './mention-text.ts'
import type { Person } from './mention-text.ts'
import styles from '../../ui/styles.module.css'
import classes from './notes.module.css'

interface NotesProps extends NotedThing {
  /** Beside other content: the field appears only after a click. */
  folded?: boolean
}

/** The notes of members on one thing, newest first, and the field for a new one. */
export function Notes({ subject, subjectId, folded = false }: NotesProps) {
  const refusal = useGate('notes:write')
  const [isWriting, setIsWriting] = useState(!folded)
  const list = useInfiniteQuery(notesQuery({ subject, subjectId }))
  const create = useMutation(createMutation)
  const notes = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <div className={styles.stack}>
      {refusal === undefined && isWriting && (
        <NoteForm
          label={t('New note')}
          submitLabel={t('Add note')}
          busy={create.isPending}
          onSubmit={(body, done) => create.mutate({ body: { subject, subjectId, body } }, { onSuccess: done })}
          onCancel={folded ? () => setIsWriting(false) : undefined}
        />
      )}
      {!isWriting && (
        <div>
          <Button variant="default" size="xs" disabled={refusal !== undefined} title={refusal} onClick={() => setIsWriting(true)}>
            {t('Add note')}
          </Button>
        </div>
      )}
      {list.isPending && <Skeleton height={60} radius={8} />}
      {list.isError && notes.length === 0 && (
        <ErrorState plain error={list.error} title={t('The notes could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && notes.length === 0 && !folded && <p className={styles.hint}>{t('No notes yet. All members can read them.')}</p>}
      {notes.length > 0 && (
        <ul className={classes.list} aria-label={t('Notes')}>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteItem note={note} mayWrite={refusal === undefined} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show earlier')}
        </Button>
      )}
    </div>
  )
}

function NoteItem({ note, mayWrite }: { note: Note; mayWrite: boolean }) {
  const [isEditing, setIsEditing] = useState(false)
  const update = useMutation(updateMutation)
  const remove = useMutation(removeMutation)
  const { id, author, isMine, createdAt, updatedAt, body, mentions } = note
  const name = author?.name ?? t('Former member')
  async function ask(): Promise<void> {
    const message = t('Are you sure you want to delete this note?')
    if (await confirm({ title: t('Delete note'), message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <article className={classes.note} aria-label={t('Note by {name}', { name })}>
      <header className={classes.head}>
        <Avatar userId={author?.id ?? null} name={name} size={24} />
        <span className={classes.author}>{name}</span>
        <span className={styles.aside}>
          <RelativeTime at={createdAt} />
          {updatedAt !== createdAt && ` · ${t('edited')}`}
        </span>
        {isMine && mayWrite && !isEditing && (
          <span className={classes.tools}>
            <Tool label={t('Edit note')} onClick={() => setIsEditing(true)}>
              <IconPencil size={15} stroke={1.7} aria-hidden />
            </Tool>
            <Tool label={t('Delete note')} onClick={() => void ask()}>
              <IconTrash size={15} stroke={1.7} aria-hidden />
            </Tool>
          </span>
        )}
      </header>
      {isEditing ? (
        <NoteForm
          label={t('Edit note')}
          submitLabel={t('Save')}
          busy={update.isPending}
          initial={note}
          onSubmit={(next) => update.mutate({ params: { id }, body: { body: next, updatedAt } }, { onSuccess: () => setIsEditing(false) })}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <p className={classes.body}>
          {partsOfNote(body).map((part, at) =>
            'text' in part ? (
              part.text
            ) : (
              <span key={`${at}${part.userId}`} className={classes.chip}>
                @{mentions.find(({ id: each }) => each === part.userId)?.name ?? t('Former member')}
              </span>
            ),
          )}
        </p>
      )}
    </article>
  )
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={26} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

interface NoteFormProps {
  label: string
  submitLabel: string
  busy: boolean
  initial?: Pick<Note, 'body' | 'mentions'>
  /** `done` empties the field. */
  onSubmit: (body: string, done: () => void) => void
  onCancel: (() => void) | undefined
}

function NoteForm({ label, submitLabel, busy, initial, onSubmit, onCancel }: NoteFormProps) {
  const [people, setPeople] = useState<readonly Person[]>(initial?.mentions ?? [])
  const [text, setText] = useState(initial ? textOf(initial.body, initial.mentions) : '')
  const isEmpty = text.trim() === ''
  function submit(): void {
    if (!isEmpty && !busy) onSubmit(bodyOf(text.trim(), people), () => setText(''))
  }
  return (
    <form
      className={styles.stack8}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <MentionInput label={label} value={text} onChange={setText} onPick={(person) => setPeople([...people, person])} onSubmit={submit} />
      <div className={styles.buttonsEnd}>
        {onCancel && (
          <Button variant="subtle" size="xs" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" variant="default" size="xs" disabled={isEmpty} loading={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
