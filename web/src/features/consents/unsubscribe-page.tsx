import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { PreferencePage } from '@imperium/contract/consents.ts'
import { t } from '../../lib/words.ts'
import { endByLinkMutation, preferencesQuery } from './api.ts'
import { FailedLink } from './failed-link.tsx'
import { PublicFrame, usePersonLanguage } from './public-frame.tsx'
import classes from './public.module.css'

/** /unsubscribe/{token}: one press ends it; opening the page changes nothing, for programs open every link of a message. */
export function UnsubscribeFromPage() {
  const { token } = useParams({ from: '/unsubscribe_/$token' })
  const { data, error, refetch } = useQuery(preferencesQuery(token))
  usePersonLanguage(data?.language)
  if (error && !data) return <FailedLink error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <PublicFrame organization="" title={t('Unsubscribe')}>
        <Skeleton height={140} radius={8} />
      </PublicFrame>
    )
  return <Question token={token} page={data} />
}

function Question({ token, page }: { token: string; page: PreferencePage }) {
  const end = useMutation(endByLinkMutation)
  const { organization, purpose, hint } = page
  const isPreview = page.kind === 'preview'
  const preferences = (
    <Button component={Link} to={`/preferences/${token}`} variant="subtle" size="md" fullWidth>
      {t('Choose what you get')}
    </Button>
  )
  if (end.isSuccess)
    return (
      <PublicFrame
        organization={organization.name}
        title={t('You are unsubscribed')}
        text={
          end.variables.body.everything || !purpose
            ? t('{address} gets nothing more from {organization}.', { address: hint, organization: organization.name })
            : t('{address} gets nothing more about "{purpose}".', { address: hint, purpose: purpose.name })
        }
        contactEmail={organization.contactEmail}
      >
        <div className={classes.buttons}>{preferences}</div>
      </PublicFrame>
    )
  const say = (everything: boolean) => end.mutate({ params: { token }, body: { everything } })
  return (
    <PublicFrame
      organization={organization.name}
      title={t('Unsubscribe?')}
      text={
        purpose
          ? t('{organization} writes to {address} about "{purpose}".', {
              organization: organization.name,
              address: hint,
              purpose: purpose.name,
            })
          : t('{organization} writes to {address}.', { organization: organization.name, address: hint })
      }
      error={end.error}
      contactEmail={organization.contactEmail}
    >
      <div className={classes.buttons}>
        <Button size="md" fullWidth disabled={end.isPending || isPreview} onClick={() => say(purpose === null)}>
          {t('Unsubscribe')}
        </Button>
        {purpose && (
          <Button size="md" fullWidth variant="default" disabled={end.isPending || isPreview} onClick={() => say(true)}>
            {t('Unsubscribe from everything')}
          </Button>
        )}
        {preferences}
      </div>
    </PublicFrame>
  )
}
