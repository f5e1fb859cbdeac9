import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactMemories, memoryLimits } from '@imperium/contract/contacts/contact-memories.ts'
import type { ContactMemory as Memory } from '@imperium/contract/contacts/contact-memories.ts'
import { mutation, query } from '../../../lib/api.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import styles from '../../../ui/styles.module.css'
import contact_ from '../contacts.module.css'
import classes from './contact-memory.module.css'

const invalidates = [['contact-memories', 'list'] as const]
const createMutation = mutation(contactMemories.create, { failure: t('The fact could not be added'), invalidates })
const updateMutation = mutation(contactMemories.update, { failure: t('The fact could not be corrected'), invalidates })
const removeMutation = mutation(contactMemories.remove, { failure: t('The fact could not be erased'), invalidates })

/** What agents remember about a contact: members read, correct and erase it. */
export function ContactMemory({ id }: { id: string }) {
  const mayWrite = useCan('contacts:write')
  const { data, error, refetch } = useQuery({ ...query(contactMemories.list, { params: { id } }), meta: { silent: true } })
  const create = useMutation(createMutation)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <section className={contact_.section} aria-labelledby="contact-memory">
      <h3 id="contact-memory" className={styles.heading}>
        {t('What agents remember')}
      </h3>
      <p className={classes.about}>{t('Agents that may remember facts read these in conversations with this contact alone.')}</p>
      {error && !data && <ErrorState plain error={error} title={t('The facts could not be loaded')} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={classes.about}>{t('Nothing is remembered about this contact.')}</p>}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((memory) => (
            <MemoryItem key={memory.id} contactId={id} memory={memory} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite && data && isAdding && (
        <FactForm
          fact=""
          isPending={create.isPending}
          onCancel={() => setIsAdding(false)}
          onSave={(fact) => create.mutate({ params: { id }, body: { fact } }, { onSuccess: () => setIsAdding(false) })}
        />
      )}
      {mayWrite && data && !isAdding && data.length < memoryLimits.perContact && (
        <div>
          <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
            {t('Add a fact')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface MemoryItemProps {
  contactId: string
  memory: Memory
  mayWrite: boolean
}

function MemoryItem({ contactId, memory, mayWrite }: MemoryItemProps) {
  const update = useMutation(updateMutation)
  const remove = useMutation(removeMutation)
  const [isEditing, setIsEditing] = useState(false)
  const params = { id: contactId, memoryId: memory.id }
  if (isEditing)
    return (
      <li>
        <FactForm
          fact={memory.fact}
          isPending={update.isPending}
          onCancel={() => setIsEditing(false)}
          onSave={(fact) => update.mutate({ params, body: { fact } }, { onSuccess: () => setIsEditing(false) })}
        />
      </li>
    )
  return (
    <li className={styles.row}>
      <div className={classes.fact}>
        {memory.fact}
        <span className={styles.smallBlock}>
          {memory.agentName === null ? t('Written by a member') : t('Remembered by {name}', { name: memory.agentName })}
          {' · '}
          <RelativeTime at={memory.updatedAt} />
        </span>
      </div>
      {mayWrite && (
        <div className={classes.acts}>
          <Button variant="default" size="xs" aria-label={`${t('Correct')}: ${memory.fact}`} onClick={() => setIsEditing(true)}>
            {t('Correct')}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`${t('Erase')}: ${memory.fact}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params })}
          >
            {t('Erase')}
          </Button>
        </div>
      )}
    </li>
  )
}

interface FactFormProps {
  fact: string
  isPending: boolean
  onSave: (fact: string) => void
  onCancel: () => void
}

function FactForm({ fact, isPending, onSave, onCancel }: FactFormProps) {
  const [value, setValue] = useState(fact)
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() !== '') onSave(value.trim())
      }}
    >
      <TextInput
        aria-label={t('Fact')}
        className={classes.input}
        maxLength={memoryLimits.fact}
        autoFocus
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={isPending || value.trim() === ''}>
        {t('Save')}
      </Button>
      <Button variant="default" size="xs" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </form>
  )
}
