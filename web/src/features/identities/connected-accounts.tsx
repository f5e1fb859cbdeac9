import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Identity } from '@imperium/contract/auth/identities.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { identitiesQuery, linkMutation, providersQuery, unlinkMutation } from './api.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { providerName } from './provider-name.ts'
import styles from '../../ui/styles.module.css'
import classes from './identities.module.css'

/** The external accounts with which the user signs in. */
export function ConnectedAccounts() {
  const { data, isPending, error, refetch } = useQuery(identitiesQuery)
  const offered = useQuery(providersQuery)
  if (error && !data) return <ErrorState error={error} title={t('Connected accounts could not be loaded')} onRetry={() => void refetch()} />
  if (isPending || offered.isPending) return <Skeleton height={180} radius={12} />
  const missing = [...(offered.data?.providers ?? []), ...(offered.data?.singleSignOn ? (['sso'] as const) : [])].filter(
    (provider) => !data.some((each) => each.provider === provider),
  )
  return (
    <Card title={t('Connected accounts')}>
      {data.length + missing.length === 0 ? (
        <p className={styles.text}>{t('No provider is set up on this installation.')}</p>
      ) : (
        <ul className={styles.list}>
          {data.map((identity) => (
            <Connected key={identity.id} identity={identity} />
          ))}
          {missing.map((provider) => (
            <Missing key={provider} provider={provider} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The provider name as a title. */
const titleOf = (provider: string) => (provider === 'sso' ? t('Single sign-on') : providerName(provider))

function Connected({ identity }: { identity: Identity }) {
  const unlink = useMutation(unlinkMutation)
  const name = titleOf(identity.provider)
  async function ask(): Promise<void> {
    const message = t('You will no longer be able to sign in with {provider}.', { provider: providerName(identity.provider) })
    if (await confirm({ title: t('Disconnect {provider}', { provider: name }), message, action: t('Disconnect') }))
      unlink.mutate({ params: { id: identity.id } })
  }
  return (
    <li className={classes.account}>
      <ProviderIcon provider={identity.provider} size={20} />
      <div className={styles.stackGrow}>
        <span className={classes.name}>{identity.organizationName ? `${name} · ${identity.organizationName}` : name}</span>
        <span className={classes.detail}>{identity.email}</span>
        <span className={classes.detail}>
          <Rich text={t('Connected <when></when>')} tags={{ when: <RelativeTime at={identity.connectedAt} /> }} />
        </span>
      </div>
      <Button
        variant="default"
        size="xs"
        disabled={unlink.isPending}
        aria-label={t('Disconnect {provider}', { provider: name })}
        onClick={() => void ask()}
      >
        {t('Disconnect')}
      </Button>
    </li>
  )
}

function Missing({ provider }: { provider: 'google' | 'github' | 'sso' }) {
  const link = useMutation(linkMutation)
  const name = titleOf(provider)
  return (
    <li className={classes.account}>
      <ProviderIcon provider={provider} size={20} />
      <div className={styles.stackGrow}>
        <span className={classes.name}>{name}</span>
        <span className={classes.detail}>{t('Not connected')}</span>
      </div>
      <Button
        variant="default"
        size="xs"
        disabled={link.isPending || link.isSuccess}
        aria-label={t('Connect {provider}', { provider: name })}
        onClick={() => link.mutate(provider)}
      >
        {t('Connect')}
      </Button>
    </li>
  )
}
