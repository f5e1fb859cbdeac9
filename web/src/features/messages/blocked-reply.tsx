import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '@imperium/contract/kit/endpoint.ts'
import { messages } from '@imperium/contract/messages.ts'
import type { Conversation } from '@imperium/contract/messages.ts'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { addContactMutation, replyMutation } from './api.ts'
import { blockLabels } from './message-labels.ts'
import { TemplateField, filledIn, isComplete, toChoice } from './template-field.tsx'
import type { TemplateChoice } from './template-field.tsx'
import { useTryKeys } from './try-key.ts'
import classes from './messages.module.css'

/** Why a free reply is not possible now, and what the member can do instead. */
export function BlockedReply({ conversation }: { conversation: Conversation }) {
  const { blocked } = conversation
  return (
    <div className={classes.blocked}>
      {blocked && blockLabels[blocked]}
      {blocked === 'window_closed' && <TemplateReply conversation={conversation} />}
      {blocked === 'no_contact' && <AddSender conversation={conversation} />}
    </div>
  )
}

function TemplateReply({ conversation: { id, accountId } }: { conversation: Conversation }) {
  const [choice, setChoice] = useState<TemplateChoice | null>(null)
  const keys = useTryKeys()
  const reply = useMutation({
    ...replyMutation,
    mutationFn: (vars: Call<typeof messages.reply>) => call(messages.reply, vars, { idempotencyKey: keys.keyOf(vars.body) }),
  })
  const end = () => {
    keys.forget()
    setChoice(null)
  }
  return (
    <form
      className={classes.blockedActs}
      onSubmit={(event) => {
        event.preventDefault()
        if (!choice || reply.isPending) return
        const body = { message: filledIn(choice), attachmentIds: [], template: toChoice(choice) }
        reply.mutate({ params: { id }, body }, { onSuccess: end })
      }}
    >
      <TemplateField value={choice} onChange={setChoice} accountId={accountId} />
      <Button type="submit" disabled={!choice || !isComplete(choice) || reply.isPending}>
        {reply.isPending ? t('Sending...') : t('Send template')}
      </Button>
    </form>
  )
}

/** Converts the sender to a contact, who can then be answered. */
function AddSender({ conversation: { messages, channel } }: { conversation: Conversation }) {
  const mayAdd = useCan('contacts:write')
  const add = useMutation(addContactMutation)
  const from = messages.findLast(({ direction }) => direction === 'inbound')
  if (!mayAdd || !from?.senderEmail) return null
  const address = from.senderEmail
  const [firstName = '', ...rest] = from.sender === address ? [] : from.sender.split(' ')
  const name = { firstName: firstName.slice(0, 100), lastName: rest.join(' ').slice(0, 100) }
  return (
    <div className={classes.blockedActs}>
      <Button
        size="xs"
        variant="default"
        disabled={add.isPending}
        onClick={() => add.mutate({ body: { ...(channel === 'email' ? { email: address } : { phone: address }), ...name } })}
      >
        {t('Add {address} to contacts', { address })}
      </Button>
    </div>
  )
}
