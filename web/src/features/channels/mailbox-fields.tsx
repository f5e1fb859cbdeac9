import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { t } from '../../lib/words.ts'
import type { AccountForm } from './account-form.ts'
import { SecretField, securityChoices } from './provider-fields.tsx'
import classes from './channels.module.css'

/** The mailbox that bounces and replies arrive in. */
export function MailboxFields({ form, isKept }: { form: AccountForm; isKept: boolean }) {
  return (
    <>
      <Switch
        label={t('Read a mailbox for bounces and replies')}
        description={t('Once a minute over IMAP; messages stay there, unread.')}
        {...form.getInputProps('readsMailbox', { type: 'checkbox' })}
      />
      {form.values.readsMailbox && (
        <fieldset className={classes.group} aria-label={t('Mailbox')}>
          <TextInput
            label={t('IMAP server')}
            withAsterisk
            placeholder="imap.example.com"
            autoComplete="off"
            {...form.getInputProps('inbound.host')}
          />
          <div className={classes.pair}>
            <NumberInput label={t('Port')} min={1} max={65535} hideControls allowDecimal={false} {...form.getInputProps('inbound.port')} />
            <Select label={t('Encryption')} data={securityChoices()} allowDeselect={false} {...form.getInputProps('inbound.security')} />
          </div>
          <div className={classes.pair}>
            <TextInput label={t('User name')} withAsterisk autoComplete="off" {...form.getInputProps('inbound.username')} />
            <SecretField form={form} path="inbound.password" label={t('Password')} hint={isKept ? '••••' : ''} />
          </div>
          <TextInput label={t('Folder')} autoComplete="off" {...form.getInputProps('inbound.folder')} />
          <TextInput
            label={t('Name of the receiving server')}
            description={t('The authserv-id at the start of its Authentication-Results header. Without it, no sender counts as verified.')}
            placeholder="mx.example.com"
            autoComplete="off"
            {...form.getInputProps('inbound.authservId')}
          />
        </fieldset>
      )}
    </>
  )
}
