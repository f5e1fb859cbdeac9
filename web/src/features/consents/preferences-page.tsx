import '@mantine/core/styles/Switch.layer.css'
import { Button, Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { PreferencePage } from '@imperium/contract/contacts/consents.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { endByLinkMutation, preferencesQuery, savePreferencesMutation } from './api.ts'
import { FailedLink } from './failed-link.tsx'
import { PublicFrame, usePersonLanguage } from './public-frame.tsx'
import classes from './public.module.css'
import { channelLabels } from './consent-labels.ts'

/** /preferences/{token}: a contact's subscriptions with an organization, opened from a message without signing in. */
export function PreferencesPage() {
  const { token } = useParams({ from: '/preferences/$token' })
  const { data, error, refetch } = useQuery(preferencesQuery(token))
  usePersonLanguage(data?.language)
  if (error && !data) return <FailedLink error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <PublicFrame organization="" title={t('Your preferences')}>
        <Skeleton height={180} radius={8} />
      </PublicFrame>
    )
  return (
    <PublicFrame
      organization={data.organization.name}
      title={data.title || t('Your preferences')}
      text={data.text || t('Choose what you would like to get from {organization}.', { organization: data.organization.name })}
      contactEmail={data.organization.contactEmail}
    >
      <Choices token={token} page={data} />
    </PublicFrame>
  )
}

const keyOf = (channel: Channel, purpose: string) => `${channel} ${purpose}`
const chosenOf = (page: PreferencePage): ReadonlySet<string> =>
  new Set(page.purposes.flatMap(({ key, granted }) => granted.map((channel) => keyOf(channel, key))))

function Choices({ token, page }: { token: string; page: PreferencePage }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(() => chosenOf(page))
  const keep = {
    onSuccess: (next: PreferencePage) => {
      client.setQueryData(preferencesQuery(token).queryKey, next)
      setChosen(chosenOf(next))
    },
  }
  const save = useMutation({ ...savePreferencesMutation, ...keep })
  const end = useMutation({ ...endByLinkMutation, ...keep })
  const isPreview = page.kind === 'preview'
  const isBusy = save.isPending || end.isPending
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  const submit = () => {
    const choices = page.purposes.flatMap(({ key }) =>
      page.channels
        .filter(({ closed }) => !closed)
        .map(({ channel }) => ({ channel, purpose: key, granted: chosen.has(keyOf(channel, key)) })),
    )
    save.mutate({ params: { token }, body: { choices } })
  }
  const failure = save.error ?? end.error
  const hints = page.channels.map(({ hint }) => hint).filter((hint, at, all) => hint !== '' && all.indexOf(hint) === at)
  return (
    <>
      <p className={classes.hint}>{t('For {address}', { address: hints.join(', ') || page.hint })}</p>
      <ul className={classes.purposes}>
        {page.purposes.map((purpose) => (
          <li key={purpose.key} className={classes.purpose}>
            <div>
              <p className={classes.name}>{purpose.name}</p>
              {purpose.description && <p className={classes.about}>{purpose.description}</p>}
            </div>
            <div className={classes.channels}>
              {page.channels.map(({ channel, closed }) => (
                <Switch
                  key={channel}
                  label={channelLabels[channel]}
                  aria-label={`${purpose.name}: ${channelLabels[channel]}`}
                  checked={chosen.has(keyOf(channel, purpose.key))}
                  onChange={() => toggle(keyOf(channel, purpose.key))}
                  disabled={closed || isBusy}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {page.channels.some(({ closed }) => closed) && (
        <p className={classes.text}>{t('Some of these are permanently off. Contact the organization if you want them back.')}</p>
      )}
      {isPreview && <p className={classes.text}>{t('This is a preview: nothing is saved.')}</p>}
      {failure && (
        <p className={classes.error} role="alert">
          {translateMessage(failure.message)}
        </p>
      )}
      <p className={classes.done} role="status" hidden={!save.isSuccess && !end.isSuccess}>
        {(save.isSuccess || end.isSuccess) && t('Saved. You can change your mind at any time.')}
      </p>
      <div className={classes.buttons}>
        <Button size="md" fullWidth onClick={submit} disabled={isBusy || isPreview}>
          {t('Save preferences')}
        </Button>
        <Button
          size="md"
          fullWidth
          variant="default"
          disabled={isBusy || isPreview}
          onClick={() => end.mutate({ params: { token }, body: { everything: true } })}
        >
          {t('Unsubscribe from everything')}
        </Button>
      </div>
    </>
  )
}
