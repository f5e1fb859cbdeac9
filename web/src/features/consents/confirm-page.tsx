import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Confirmation } from '@imperium/contract/consents.ts'
import { t } from '../../lib/words.ts'
import { confirmMutation, confirmationQuery } from './api.ts'
import { FailedLink } from './failed-link.tsx'
import { PublicFrame, usePersonLanguage } from './public-frame.tsx'
import classes from './public.module.css'

/** /confirm/{token}: the link of double opt-in. A press confirms; opening the page does not. */
export function ConfirmConsentPage() {
  const { token } = useParams({ from: '/confirm/$token' })
  const { data, error, refetch } = useQuery(confirmationQuery(token))
  const confirm = useMutation(confirmMutation)
  usePersonLanguage(data?.language)
  if (error && !data) return <FailedLink error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <PublicFrame organization="" title={t('Please confirm')}>
        <Skeleton height={120} radius={8} />
      </PublicFrame>
    )
  const shown = confirm.data ?? data
  const { organization } = shown
  return (
    <PublicFrame
      organization={organization.name}
      title={titles[shown.status]}
      text={textOf(shown)}
      error={confirm.error}
      contactEmail={organization.contactEmail}
    >
      {shown.status === 'pending' && (
        <div className={classes.buttons}>
          <Button size="md" fullWidth disabled={confirm.isPending} onClick={() => confirm.mutate({ params: { token } })}>
            {t('Confirm')}
          </Button>
        </div>
      )}
    </PublicFrame>
  )
}

const titles: Readonly<Record<Confirmation['status'], string>> = {
  pending: t('Please confirm'),
  granted: t('Thank you, that is confirmed'),
  ended: t('There is nothing to confirm'),
}

function textOf({ status, organization, hint, purposeName }: Confirmation): string {
  const values = { organization: organization.name, address: hint, purpose: purposeName }
  if (status === 'pending') return t('May {organization} write to {address} about "{purpose}"?', values)
  if (status === 'granted')
    return t('{organization} writes to {address} about "{purpose}". Every message holds a link that ends it.', values)
  return t('{address} was unsubscribed in the meantime. Sign up again if you want to get messages.', values)
}
