import { Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotificationPreferences } from '@imperium/contract/notifications.ts'
import { queryClient } from '../../lib/query-client.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ConnectedAccounts } from '../identities/index.ts'
import { preferencesQuery, savePushPreferencesMutation } from './api.ts'
import { readPushState, subscribeBrowser, unsubscribeBrowser } from './push.ts'
import type { PushState } from './push.ts'
import classes from './profile.module.css'

type Key = keyof NotificationPreferences

const texts: readonly [key: Key, label: string, text: string][] = [
  ['emailNotifications', t('Email notifications'), t('Unread notifications are also emailed after two minutes.')],
  ['pushNotifications', t('Push notifications'), t('This browser notifies you, even while Imperium is closed.')],
  ['weeklyDigest', t('Weekly digest'), t('Monday at nine, in your time zone: what your agents did in the week before.')],
  ['productUpdates', t('Product updates'), t('Also email and push about members, roles and product news.')],
  ['securityAlerts', t('Security alerts'), t('Sign-ins and keys. Emails about your password and second factor are always sent.')],
  ['mentionsOnly', t('Mentions only'), t('For everything else, email and push only when you are mentioned.')],
]

/** Notification settings, and the accounts with which the user signs in. */
export function NotificationsTab() {
  return (
    <>
      <NotificationSwitches />
      <ConnectedAccounts />
    </>
  )
}

/** Notifications outside the page. Each switch saves immediately. */
function NotificationSwitches() {
  const { data, isError, error, refetch } = useQuery(preferencesQuery)
  const [push, setPush] = useState<PushState>(readPushState)
  const save = useMutation({
    ...savePushPreferencesMutation,
    mutationFn: async (change: Partial<NotificationPreferences>) => {
      if (change.pushNotifications === true) await subscribeBrowser().finally(() => setPush(readPushState()))
      if (change.pushNotifications === false) await unsubscribeBrowser()
      return savePushPreferencesMutation.mutationFn({ body: change })
    },
    onMutate: (change) => {
      const before = queryClient.getQueryData(preferencesQuery.queryKey)
      if (before) queryClient.setQueryData(preferencesQuery.queryKey, { ...before, ...change })
      return before
    },
    onError: (failure, _change, before) => {
      queryClient.setQueryData(preferencesQuery.queryKey, before)
      if (failure instanceof Error && !('kind' in failure)) notify.error(failure.message)
    },
    onSuccess: (saved) => queryClient.setQueryData(preferencesQuery.queryKey, saved),
  })
  if (isError && !data) return <ErrorState error={error} title={t('The preferences could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={380} radius={12} />
  return (
    <Card title={t('Notifications')}>
      <div className={classes.switches}>
        {texts.map(([key, label, text]) => {
          const refusal = key === 'pushNotifications' ? refusals[push] : undefined
          return (
            <Switch
              key={key}
              label={label}
              description={refusal ?? text}
              labelPosition="left"
              checked={data[key] && !refusal}
              disabled={save.isPending || (refusal !== undefined && !data[key])}
              onChange={(event) => save.mutate({ [key]: event.currentTarget.checked })}
            />
          )
        })}
      </div>
    </Card>
  )
}

const refusals: Partial<Record<PushState, string>> = {
  unsupported: t('This browser does not support push notifications.'),
  denied: t('This browser does not allow notifications of this site. Allow them in its settings.'),
}
