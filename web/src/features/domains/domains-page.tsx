import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconWorld } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { domains } from '@imperium/contract/domains/domains.ts'
import type { DomainSettings } from '@imperium/contract/domains/domains.ts'
import { describeError } from '../../lib/api-error.ts'
import { call, keyOf } from '../../lib/api.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { addMutation, domainsQuery, isUnderWay, pollMs } from './api.ts'
import { DomainItem } from './domain-item.tsx'
import styles from '../../ui/styles.module.css'
import classes from './domains.module.css'

/** /org/{slug}/settings/domains: the default subdomain, and the organization's own domains with their five steps. */
export function DomainsPage() {
  const refused = useGate('domains:write')
  const { data, error, refetch } = useQuery(domainsQuery)
  useChecksWhileOpen(data, refused === undefined)
  return (
    <Page title={t('Domain Settings')} subtitle={t('The addresses that lead to your organization.')}>
      {error && !data && <ErrorState error={error} title={t('The domains could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={320} radius={12} />}
      {data && (
        <div className={styles.stack}>
          <DefaultDomain domain={data.defaultDomain} />
          <Card title={t('Custom domains')}>
            <div className={styles.stack}>
              <p className={styles.textWrap}>
                {t('Sign-in, forms, help center, chat and tracking links use your first live domain. DNS changes can take up to 48 hours.')}
              </p>
              {data.target === null && (
                <Notice tone="warn" title={t('This installation has no public host name')}>
                  {t('Custom domains need one. The operator sets it with PUBLIC_URL or DOMAINS_TARGET.')}
                </Notice>
              )}
              <AddDomain refused={refused} />
              {data.domains.length === 0 ? (
                <EmptyState
                  plain
                  icon={IconWorld}
                  title={t('No custom domains yet')}
                  text={t('Add a domain of yours, such as app.example.com.')}
                />
              ) : (
                <ul className={`${styles.list} ${classes.list}`}>
                  {data.domains.map((domain) => (
                    <DomainItem key={domain.id} domain={domain} refused={refused} />
                  ))}
                </ul>
              )}
            </div>
          </Card>
        </div>
      )}
    </Page>
  )
}

/** Asks DNS anew every 15 seconds as long as a step is missing; for those who may only read, it shows what the server found. */
function useChecksWhileOpen(data: DomainSettings | undefined, mayCheck: boolean): void {
  const client = useQueryClient()
  const waiting = data && isUnderWay(data) ? data.domains.filter(({ status }) => status !== 'failed').map(({ id }) => id) : []
  const key = waiting.join()
  useEffect(() => {
    if (key === '') return
    const timer = setInterval(() => {
      const checks = mayCheck ? key.split(',').map((id) => call(domains.verify, { params: { id } })) : []
      // A check that fails is repeated by the next one, and the list says what was found last.
      void Promise.allSettled(checks).then(() => client.invalidateQueries({ queryKey: keyOf(domains.list) }))
    }, pollMs)
    return () => clearInterval(timer)
  }, [key, mayCheck, client])
}

function DefaultDomain({ domain }: { domain: string }) {
  const { copied, copy } = useCopy()
  const Symbol = copied ? IconCheck : IconCopy
  return (
    <Card title={t('Default subdomain')}>
      <div className={classes.default}>
        <code className={`mono ${classes.name}`}>{domain}</code>
        <Button variant="default" size="xs" leftSection={<Symbol size={15} stroke={1.7} aria-hidden />} onClick={() => copy(domain)}>
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
    </Card>
  )
}

function AddDomain({ refused }: { refused: string | undefined }) {
  const [domain, setDomain] = useState('')
  const add = useMutation(addMutation)
  function submit(event: FormEvent): void {
    event.preventDefault()
    add.mutate({ body: { domain: domain.trim() } }, { onSuccess: () => setDomain('') })
  }
  return (
    <form onSubmit={submit} noValidate className={classes.add}>
      <TextInput
        label={t('Domain')}
        placeholder="app.example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={domain}
        error={add.error ? describeError(add.error).join(' ') : null}
        onChange={(event) => {
          add.reset()
          setDomain(event.currentTarget.value)
        }}
        disabled={refused !== undefined}
        title={refused}
      />
      <Button type="submit" disabled={domain.trim() === '' || add.isPending || refused !== undefined} title={refused}>
        {t('Add domain')}
      </Button>
    </form>
  )
}
