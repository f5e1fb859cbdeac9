import { Textarea } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { plural, t } from '../../lib/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { peopleQuery } from './api.ts'
import { typedMention, withMention } from './mention-text.ts'
import type { Person } from './mention-text.ts'
import styles from '../../ui/styles.module.css'
import classes from './notes.module.css'

interface MentionInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  onPick: (person: Person) => void
  onSubmit: () => void
  error?: string | undefined
}

/** A text field that offers members after an `@`: arrows and Enter, or the mouse. Ctrl+Enter submits. */
export function MentionInput({ label, value, onChange, onPick, onSubmit, error }: MentionInputProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const nextCaret = useRef<number | null>(null)
  const typed = typedMention(value, caret)
  const isWanted = typed !== null && typed.at !== closedAt
  const { data } = useQuery({ ...peopleQuery(typed?.q ?? ''), enabled: isWanted, placeholderData: keepPreviousData })
  const people = isWanted ? (data?.rows ?? []) : []
  const chosen = people[Math.min(active, people.length - 1)]
  const optionId = (id: string) => `${listId}-${id}`
  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    input.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  }, [value])

  function pick(person: Person): void {
    if (!typed) return
    const next = withMention(value, { at: typed.at, caret }, person)
    nextCaret.current = next.caret
    setCaret(next.caret)
    setActive(0)
    // The picked name reads like one that is still being typed.
    setClosedAt(typed.at)
    onPick({ id: person.id, name: person.name })
    onChange(next.text)
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
      return
    }
    if (!typed || !chosen || event.nativeEvent.isComposing) return
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % people.length),
      ArrowUp: () => setActive((active + people.length - 1) % people.length),
      Enter: () => pick(chosen),
      Tab: () => pick(chosen),
      Escape: () => setClosedAt(typed.at),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    // Escape closes the list alone, not the panel around it.
    event.stopPropagation()
    move()
  }
  return (
    <div className={classes.mention}>
      <Textarea
        ref={input}
        aria-label={label}
        placeholder={t('Write a note. Mention members with @.')}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={3500}
        value={value}
        error={error}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={chosen ? listId : undefined}
        aria-activedescendant={chosen ? optionId(chosen.id) : undefined}
        onChange={({ currentTarget }) => {
          setCaret(currentTarget.selectionStart)
          setActive(0)
          if (closedAt !== null && typedMention(currentTarget.value, currentTarget.selectionStart)?.at !== closedAt) setClosedAt(null)
          onChange(currentTarget.value)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setClosedAt(typed?.at ?? null)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles.srOnly}>
        {chosen && plural(people.length, { one: '{count} member to choose', other: '{count} members to choose' })}
      </span>
      {chosen && (
        <div id={listId} role="listbox" aria-label={t('Members')} className={classes.people}>
          {people.map((person, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field has the focus and handles the keys
            <div
              key={person.id}
              id={optionId(person.id)}
              role="option"
              tabIndex={-1}
              aria-selected={person === chosen}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setActive(at)}
              onClick={() => pick(person)}
            >
              <Avatar userId={person.id} name={person.name} size={24} />
              <span className={classes.optionName}>{person.name}</span>
              <span className={classes.optionEmail}>{person.email}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
