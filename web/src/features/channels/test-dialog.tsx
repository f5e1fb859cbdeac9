import { TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { channels } from '@imperium/contract/channels/channels.ts'
import type { ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { describeError } from '../../lib/api-error.ts'
import { useUser } from '../../lib/use-session.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { testAccountMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

/** Really sends one message and shows the provider's response. */
export function TestDialog({ account, onClose }: { account: ChannelAccount; onClose: () => void }) {
  const { email } = useUser()
  const test = useMutation(testAccountMutation)
  const isMail = account.channel === 'email'
  const form = useContractForm({ schema: channels.testAccount.body, initialValues: { to: isMail ? email : '', text: '' } })
  const submit = form.onSubmit((values) =>
    test.mutate({ params: { id: account.id }, body: values }, { onError: (error) => void showFieldErrors(form, error) }),
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Send a test message by {name}', { name: account.name })}
      onSubmit={submit}
      submitLabel={t('Send test message')}
      busyLabel={t('Sending...')}
      busy={test.isPending}
      width={520}
    >
      <p className={styles.textWrap}>
        {account.isSandbox
          ? t('Sandbox: the message is kept on this server and is not delivered.')
          : t("The message is really sent, at the provider's price.")}
      </p>
      {account.channel !== 'webhook' && (
        <TextInput
          label={isMail ? t('Email address') : t('Number')}
          placeholder={isMail ? '' : '+14155550123'}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('to')}
        />
      )}
      <Textarea
        label={t('Text')}
        placeholder={t('A sentence of yours, or nothing for a usual test message')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('text')}
      />
      <div role="status" className={classes.answer}>
        {test.data && (
          <>
            <StatusDot tone={test.data.success ? 'ok' : 'bad'} label={test.data.success ? t('Sent') : t('Not sent')} />
            <p className={styles.textWrap}>
              {translateMessage(test.data)} {t('{count} ms', { count: test.data.latency })}
            </p>
          </>
        )}
        {test.error && Object.keys(form.errors).length === 0 && (
          <>
            <StatusDot tone="bad" label={t('Not sent')} />
            <p className={styles.textWrap}>{describeError(test.error).join(' ')}</p>
          </>
        )}
      </div>
    </FormDialog>
  )
}
