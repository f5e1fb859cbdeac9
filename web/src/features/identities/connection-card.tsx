import { Button, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { SsoConnectionBody } from '@imperium/contract/auth/identities.ts'
import type { SsoSettings } from '@imperium/contract/auth/identities.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { removeSsoMutation, saveSsoMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './identities.module.css'

type Values = Omit<ReturnType<typeof SsoConnectionBody.parse>, 'clientSecret' | 'updatedAt'> & { clientSecret: string }

const empty: Values = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  defaultRole: 'MEMBER',
  enabled: false,
  enforced: false,
  trustsAddresses: false,
}

const valuesOf = ({ connection }: SsoSettings): Values => {
  if (!connection) return empty
  const { updatedAt: _at, ...rest } = connection
  return { ...rest, clientSecret: '' }
}

/** The provider's setup: values to register there, and values that it issued. */
export function ConnectionCard({ settings }: { settings: SsoSettings }) {
  const { connection, callbackUrl } = settings
  const save = useMutation(saveSsoMutation)
  const remove = useMutation(removeSsoMutation)
  const toBody = ({ clientSecret, ...rest }: Values) => ({
    ...rest,
    ...(clientSecret ? { clientSecret } : {}),
    ...(connection ? { updatedAt: connection.updatedAt } : {}),
  })
  const form = useContractForm<Values>({ schema: SsoConnectionBody, initialValues: valuesOf(settings), toBody })
  const submit = form.onSubmit((values) => save.mutate({ body: toBody(values) }, { onError: (error) => void showFieldErrors(form, error) }))
  async function confirmAndRemove(): Promise<void> {
    const message = t('Users who signed in through it are signed out and must use another sign-in method.')
    if (await confirm({ title: t('Remove single sign-on'), message, action: t('Remove') })) remove.mutate({})
  }
  return (
    <Card title={t('Identity provider')} aside={connection && <State enabled={connection.enabled} enforced={connection.enforced} />}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <CopyField label={t('Redirect address')} description={t('Register this address at your provider.')} value={callbackUrl} />
        <TextInput
          label={t('Issuer')}
          description={t('The OpenID Connect issuer of your provider.')}
          placeholder="https://login.company.com"
          {...form.getInputProps('issuer')}
        />
        <div className={classes.pair}>
          <TextInput label={t('Client ID')} autoComplete="off" {...form.getInputProps('clientId')} />
          <PasswordInput
            label={t('Client secret')}
            autoComplete="new-password"
            placeholder={connection ? t('Stored. Enter another one to replace it') : ''}
            visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the secret') }}
            {...form.getInputProps('clientSecret')}
          />
        </div>
        <Select
          label={t('Role of new members')}
          data={[
            { value: 'MEMBER', label: t('User') },
            { value: 'VIEWER', label: t('Viewer') },
            { value: 'ADMIN', label: t('Admin') },
          ]}
          allowDeselect={false}
          {...form.getInputProps('defaultRole')}
        />
        <Switch
          label={t('Let people sign in with it')}
          description={t("Before it is enabled, we fetch the issuer's configuration.")}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <Switch
          label={t('Require it for the verified domains')}
          description={t('Members with such an address must use single sign-on. The owner can still sign in with a password.')}
          {...form.getInputProps('enforced', { type: 'checkbox' })}
        />
        <Switch
          label={t('The provider confirms addresses itself')}
          description={t(
            'Only for a provider that does not report whether an address is verified, and whose users cannot change their address.',
          )}
          {...form.getInputProps('trustsAddresses', { type: 'checkbox' })}
        />
        <div className={styles.buttonsEnd}>
          {connection && (
            <Button variant="default" disabled={remove.isPending} onClick={() => void confirmAndRemove()}>
              {t('Remove')}
            </Button>
          )}
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? t('Saving...') : t('Save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function State({ enabled, enforced }: { enabled: boolean; enforced: boolean }) {
  if (!enabled) return <StatusDot tone="idle" label={t('Off')} />
  return <StatusDot tone="ok" label={enforced ? t('Required') : t('On')} />
}

/** Text to be taken elsewhere. */
export function CopyField({ label, description, value }: { label: string; description?: string; value: string }) {
  const { copied, copy } = useCopy()
  return (
    <div className={styles.fieldAndButton}>
      <TextInput label={label} description={description ?? ''} value={value} readOnly classNames={{ input: 'mono' }} />
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        aria-label={t('Copy: {what}', { what: label })}
        onClick={() => copy(value)}
      >
        {copied ? t('Copied') : t('Copy')}
      </Button>
    </div>
  )
}
