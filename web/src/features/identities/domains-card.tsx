import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { identities } from '@imperium/contract/auth/identities.ts'
import type { SsoDomain } from '@imperium/contract/auth/identities.ts'
import { describeError } from '../../lib/api-error.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { addDomainMutation, removeDomainMutation, verifyDomainMutation } from './api.ts'
import { CopyField } from './connection-card.tsx'
import styles from '../../ui/styles.module.css'
import classes from './identities.module.css'

/** The organization's email domains: a verified domain decides which provider an address uses. */
export function DomainsCard({ domains }: { domains: readonly SsoDomain[] }) {
  const add = useMutation(addDomainMutation)
  const form = useContractForm({ schema: identities.addDomain.body, initialValues: { domain: '' } })
  const submit = form.onSubmit((values) =>
    add.mutate(
      { body: values },
      {
        onSuccess: () => form.reset(),
        onError: (error) => {
          if (!showFieldErrors(form, error)) form.setFieldError('domain', describeError(error).join(' '))
        },
      },
    ),
  )
  return (
    <Card title={t('Email domains')}>
      <p className={styles.text}>{t('People with an address in a verified domain can sign in through your provider.')}</p>
      <form onSubmit={submit} noValidate className={classes.add}>
        <TextInput label={t('Domain')} placeholder="company.com" autoComplete="off" {...form.getInputProps('domain')} />
        <Button type="submit" variant="default" disabled={add.isPending}>
          {t('Add domain')}
        </Button>
      </form>
      {domains.length > 0 && (
        <ul className={`${styles.list} ${classes.domains}`}>
          {domains.map((domain) => (
            <Domain key={domain.id} domain={domain} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Domain({ domain }: { domain: SsoDomain }) {
  const verify = useMutation(verifyDomainMutation)
  const remove = useMutation(removeDomainMutation)
  const params = { id: domain.id }
  async function ask(): Promise<void> {
    const message = t('People with an address in {domain} can no longer sign in through your provider.', { domain: domain.domain })
    if (await confirm({ title: t('Remove domain'), message, action: t('Remove') })) remove.mutate({ params })
  }
  return (
    <li className={classes.domain}>
      <div className={classes.domainHead}>
        <span className={classes.name}>{domain.domain}</span>
        <StatusDot tone={domain.verifiedAt ? 'ok' : 'warn'} label={domain.verifiedAt ? t('Verified') : t('Waiting for the DNS record')} />
        <span className={classes.grow} />
        {!domain.verifiedAt && (
          <Button
            variant="default"
            size="xs"
            disabled={verify.isPending}
            aria-label={t('Verify {domain}', { domain: domain.domain })}
            onClick={() => verify.mutate({ params })}
          >
            {verify.isPending ? t('Verifying...') : t('Verify')}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          disabled={remove.isPending}
          aria-label={t('Remove {domain}', { domain: domain.domain })}
          onClick={() => void ask()}
        >
          {t('Remove')}
        </Button>
      </div>
      {!domain.verifiedAt && (
        <div className={classes.records}>
          <p className={styles.text}>{t('Add this TXT record to the DNS of the domain, then verify it.')}</p>
          <CopyField label={t('Name')} value={domain.record.name} />
          <CopyField label={t('Value')} value={domain.record.value} />
        </div>
      )}
    </li>
  )
}
