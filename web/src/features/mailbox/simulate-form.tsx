import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mailbox } from '@imperium/contract/channels/mailbox.ts'
import type { KeptMail, simulatedKinds } from '@imperium/contract/channels/mailbox.ts'
import { describeError } from '../../lib/api-error.ts'
import { mutation } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import classes from './mailbox.module.css'

type Kind = (typeof simulatedKinds)[number]

const simulateMutation = mutation(mailbox.answer, { silent: true })

const doneLabels: Record<Kind, string> = {
  reply: t('The reply is on its way in.'),
  bounce: t('The message bounced.'),
  complaint: t('The complaint was received.'),
}

/** Simulates the recipient: the result arrives at the organization like a provider's report. */
export function SimulateForm({ mail }: { mail: KeptMail }) {
  const [text, setText] = useState('')
  const response = useMutation(simulateMutation)
  const act = (kind: Kind) =>
    response.mutate({ params: { id: mail.id }, body: { kind, text: kind === 'reply' ? text : '' } }, { onSuccess: () => setText('') })
  return (
    <form
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault()
        act('reply')
      }}
    >
      <TextInput
        label={t('Reply as recipient')}
        placeholder={mail.channel === 'email' ? t('Thank you, tell me more.') : 'STOP'}
        maxLength={5000}
        autoComplete="off"
        className={classes.reply}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={response.isPending}>
        {t('Send reply')}
      </Button>
      <Button variant="default" disabled={response.isPending} onClick={() => act('bounce')}>
        {t('Bounce')}
      </Button>
      {mail.channel === 'email' && (
        <Button variant="default" disabled={response.isPending} onClick={() => act('complaint')}>
          {t('Complain')}
        </Button>
      )}
      <p role="status" className={classes.said}>
        {response.isSuccess && doneLabels[response.variables.body.kind]}
        {response.error && describeError(response.error).join(' ')}
      </p>
    </form>
  )
}
