import { NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { t } from '../../lib/words.ts'
import type { AccountForm } from './account-form.ts'
import { HeaderFields } from './header-fields.tsx'
import classes from './channels.module.css'

export const securityChoices = () => [
  { value: 'tls', label: t('TLS') },
  { value: 'starttls', label: t('STARTTLS') },
  { value: 'none', label: t('None') },
]

interface SecretFieldProps {
  form: AccountForm
  path: string
  label: string
  /** The first and last characters of the stored value; empty if there is none. */
  hint: string
  description?: string | undefined
}

/** Write-only: the stored value is never shown, and a blank field keeps it. */
export function SecretField({ form, path, label, hint, description }: SecretFieldProps) {
  return (
    <PasswordInput
      label={label}
      description={hint ? t('{hint} is kept; enter another one to replace it', { hint }) : description}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the secret') }}
      {...form.getInputProps(path)}
    />
  )
}

/** URL and credentials of the chosen provider; `channel` is that of an existing account. */
export function ProviderFields({ form, hint, channel }: { form: AccountForm; hint: string; channel: Channel | null }) {
  switch (form.values.provider) {
    case 'smtp':
      return <SmtpFields form={form} hint={hint} />
    case 'twilio':
      return (
        <>
          <TextInput label={t('Account SID')} withAsterisk autoComplete="off" {...form.getInputProps('settings.accountSid')} />
          <SecretField form={form} path="secret.authToken" label={t('Auth token')} hint={hint} />
          <TextInput
            label={t('From')}
            description={t('A number such as +14155550123, a short code, a name, or a messaging service.')}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('settings.from')}
          />
          <TextInput label={t('API address')} autoComplete="off" {...form.getInputProps('settings.baseUrl')} />
          <DltField form={form} />
        </>
      )
    case 'whatsapp-cloud':
      return (
        <>
          <div className={classes.pair}>
            <TextInput label={t('Phone number ID')} withAsterisk autoComplete="off" {...form.getInputProps('settings.phoneNumberId')} />
            <TextInput
              label={t('Business account ID')}
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('settings.businessAccountId')}
            />
          </div>
          <SecretField form={form} path="secret.accessToken" label={t('Access token')} hint={hint} />
          <SecretField
            form={form}
            path="secret.appSecret"
            label={t('App secret')}
            description={t('Verifies reports from WhatsApp. Without it, no reports are accepted.')}
            hint=""
          />
          <TextInput label={t('API address')} autoComplete="off" {...form.getInputProps('settings.baseUrl')} />
        </>
      )
    case 'webhook':
      return (
        <>
          <TextInput
            label={t('URL')}
            withAsterisk
            placeholder="https://example.com/hooks/messages"
            autoComplete="off"
            {...form.getInputProps('settings.url')}
          />
          <SecretField
            form={form}
            path="secret.signingSecret"
            label={t('Signing secret')}
            description={hint ? undefined : t('Leave blank to generate one. It is shown once.')}
            hint={hint}
          />
          {hint && form.values.secret['signingSecret'] && (
            <NumberInput
              label={t('Hours while the previous secret also signs')}
              description={t('Both signatures are sent during the overlap.')}
              min={0}
              max={168}
              allowDecimal={false}
              hideControls
              {...form.getInputProps('formerSecretHours')}
            />
          )}
          <HeaderFields form={form} isKept={hint !== ''} />
        </>
      )
    case 'sandbox':
      return channel === 'sms' ? <DltField form={form} /> : null
    case 'platform-smtp':
      return null
  }
}

function DltField({ form }: { form: AccountForm }) {
  return (
    <TextInput
      label={t('DLT entity id')}
      description={t(
        'Only for SMS to India: your entity id in the TRAI DLT register. Campaigns then need the template id of each message.',
      )}
      inputMode="numeric"
      maxLength={30}
      autoComplete="off"
      {...form.getInputProps('settings.dltEntityId')}
    />
  )
}

function SmtpFields({ form, hint }: { form: AccountForm; hint: string }) {
  return (
    <>
      <TextInput
        label={t('Server')}
        withAsterisk
        placeholder="smtp.example.com"
        autoComplete="off"
        {...form.getInputProps('settings.host')}
      />
      <div className={classes.pair}>
        <NumberInput label={t('Port')} min={1} max={65535} hideControls allowDecimal={false} {...form.getInputProps('settings.port')} />
        <Select label={t('Encryption')} data={securityChoices()} allowDeselect={false} {...form.getInputProps('settings.security')} />
      </div>
      <div className={classes.pair}>
        <TextInput label={t('User name')} autoComplete="off" {...form.getInputProps('settings.username')} />
        <SecretField form={form} path="secret.password" label={t('Password')} hint={hint} />
      </div>
      <TextInput
        label={t('Bounce domain')}
        description={t("Where bounces are sent. If empty: the sender's verified domain, or else the sender.")}
        autoComplete="off"
        {...form.getInputProps('settings.bounceDomain')}
      />
    </>
  )
}
