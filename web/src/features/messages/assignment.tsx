import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conversation } from '@imperium/contract/messages.ts'
import { useCan, useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { assignMutation, prioritizeMutation, recipientsQuery } from './api.ts'
import { priorityOptions, priorityLabels } from './message-labels.ts'
import classes from './messages.module.css'

/** Assignee, priority and state of a conversation. */
export function Assignment({ conversation }: { conversation: Conversation }) {
  const { id, kind, priority, assigneeName } = conversation
  const mayWrite = useCan('messages:write')
  const prioritize = useMutation(prioritizeMutation)
  const save = (value: string | null) => {
    const next = priorityOptions.find((each) => each.value === value)?.value
    if (next) prioritize.mutate({ params: { id }, body: { priority: next } })
  }
  if (!mayWrite)
    return (
      <p className={classes.about}>
        {priority !== 'normal' && <span>{t('Priority: {priority}', { priority: priorityLabels[priority] })}</span>}
        {assigneeName && <span>{t('Assigned to {name}', { name: assigneeName })}</span>}
      </p>
    )
  return (
    <div className={classes.assignment}>
      {kind !== 'internal' && <AssigneePicker conversation={conversation} />}
      <Select
        size="xs"
        aria-label={t('Priority')}
        data={priorityOptions}
        value={priority}
        allowDeselect={false}
        disabled={prioritize.isPending}
        onChange={save}
      />
      {kind !== 'internal' && <DoneButton conversation={conversation} />}
    </div>
  )
}

/** The current user first, then members that match the search. */
function AssigneePicker({ conversation: { id, assigneeId, assigneeName, status } }: { conversation: Conversation }) {
  const user = useUser()
  const me = { id: user.id, name: `${user.firstName} ${user.lastName}`.trim() || user.email }
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  // The field shows the assignee's name, which is not a search text.
  const isSearch = q !== assigneeName && !q.startsWith(me.name)
  const { data } = useQuery({ ...recipientsQuery(isSearch ? q : ''), placeholderData: keepPreviousData })
  const assign = useMutation(assignMutation)
  const found = [
    { value: me.id, label: t('{name} (you)', { name: me.name }) },
    ...(data?.members ?? []).filter(({ canAnswer }) => canAnswer).map((member) => ({ value: member.id, label: member.name })),
  ]
  const isKnown = assigneeId === null || found.some(({ value }) => value === assigneeId)
  return (
    <Select
      size="xs"
      aria-label={t('Assigned to')}
      placeholder={t('Unassigned')}
      searchable
      clearable
      nothingFoundMessage={t('No contacts found')}
      data={isKnown ? found : [...found, { value: assigneeId, label: assigneeName ?? '' }]}
      value={assigneeId}
      onSearchChange={setTyped}
      // The server has found them; oneself is always there.
      filter={({ options }) => options}
      disabled={assign.isPending}
      onChange={(next) => assign.mutate({ params: { id }, body: { assigneeId: next, status } })}
    />
  )
}

function DoneButton({ conversation: { id, assigneeId, status } }: { conversation: Conversation }) {
  const assign = useMutation(assignMutation)
  return (
    <Button
      size="xs"
      variant="default"
      disabled={assign.isPending}
      onClick={() => assign.mutate({ params: { id }, body: { assigneeId, status: status === 'open' ? 'closed' : 'open' } })}
    >
      {status === 'open' ? t('Mark as done') : t('Reopen')}
    </Button>
  )
}
