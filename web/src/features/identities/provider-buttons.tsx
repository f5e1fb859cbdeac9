import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Email } from '@imperium/contract/auth/auth.ts'
import { wordedIssue } from '@imperium/contract/kit/issue-texts.ts'
import { describeError } from '../../lib/api-error.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import { providersQuery, startMutation, startSsoMutation } from './api.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { providerName } from './provider-name.ts'
import classes from './identities.module.css'

/** Google, GitHub and single sign-on, as far as they are set up here. `back`: the own path to go to afterwards. */
export function ProviderButtons({ back }: { back: string | null }) {
  const { data } = useQuery(providersQuery)
  const start = useMutation(startMutation)
  if (!data || (data.providers.length === 0 && !data.singleSignOn)) return null
  return (
    <section className={classes.ways} aria-label={t('Other ways to sign in')}>
      <p className={classes.or}>{t('or')}</p>
      {data.providers.map((provider) => (
        <Button
          key={provider}
          variant="default"
          fullWidth
          leftSection={<ProviderIcon provider={provider} />}
          disabled={start.isPending || start.isSuccess}
          onClick={() => start.mutate({ provider, back })}
        >
          {t('Continue with {provider}', { provider: providerName(provider) })}
        </Button>
      ))}
      {data.singleSignOn && <SingleSignOn back={back} />}
      <p className={classes.terms}>
        <Rich
          text={t('A new account agrees to the <terms>Terms</terms> and the <privacy>Privacy policy</privacy>.')}
          tags={{ terms: <Link to="/terms" />, privacy: <Link to="/privacy" /> }}
        />
      </p>
    </section>
  )
}

/** Asks for the work email: its domain decides the provider. */
function SingleSignOn({ back }: { back: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const start = useMutation(startSsoMutation)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = Email.safeParse(email)
    if (!parsed.success) return setMessage(translateMessage(parsed.error.issues[0] ? wordedIssue(parsed.error.issues[0]) : ''))
    start.mutate({ email: parsed.data, back }, { onError: (error) => setMessage(describeError(error).join(' ')) })
  }
  if (!isOpen)
    return (
      <Button variant="default" fullWidth leftSection={<ProviderIcon provider="sso" />} onClick={() => setOpen(true)}>
        {t('Single sign-on')}
      </Button>
    )
  return (
    <form onSubmit={submit} noValidate className={classes.sso}>
      <TextInput
        label={t('Work email')}
        type="email"
        autoComplete="email"
        placeholder="you@company.com"
        autoFocus
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setMessage(null)
        }}
        error={message}
      />
      <Button type="submit" variant="default" fullWidth disabled={start.isPending || start.isSuccess}>
        {t('Continue with single sign-on')}
      </Button>
    </form>
  )
}
