import { Select, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consents as operations, grantSources } from '@imperium/contract/contacts/consents.ts'
import type { ContactConsents } from '@imperium/contract/contacts/consents.ts'
import { channels } from '@imperium/contract/contacts/reach.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { grantMutation } from './api.ts'
import classes from './consents.module.css'
import { channelLabels } from './consent-labels.ts'

const sourceLabels: Readonly<Record<(typeof grantSources)[number], string>> = {
  manual: t('In person, on paper or by phone'),
  form: t('Web form'),
  api: t('Another system'),
}

interface GrantDialogProps {
  consents: ContactConsents
  onClose: () => void
}

interface GrantValues extends Record<string, unknown> {
  channel: (typeof channels)[number]
  purpose: string
  source: (typeof grantSources)[number]
  proof: string
}

const requestText = (channel: GrantValues['channel']): string =>
  channel === 'sms' ? t('A confirmation SMS is sent to the contact') : t('A confirmation email is sent to the contact')

/** Records a consent manually: source and proof are required. */
export function GrantDialog({ consents, onClose }: GrantDialogProps) {
  const grant = useMutation(grantMutation)
  const open = consents.purposes.filter(({ archivedAt }) => archivedAt === null)
  const form = useContractForm<GrantValues>({
    initialValues: {
      channel: 'email',
      purpose: open[0]?.key ?? '',
      source: 'manual',
      proof: '',
    },
    schema: operations.grant.body,
  })
  const submit = form.onSubmit((body) =>
    grant.mutate(
      { params: { id: consents.contactId }, body },
      {
        onSuccess: (next) => {
          const now = next.standing.find(({ channel, purpose }) => channel === body.channel && purpose === body.purpose)
          notify.success(now?.status === 'pending' ? requestText(body.channel) : t('Consent recorded'))
          onClose()
        },
        onError: (error) => {
          if (!showFieldErrors(form, error)) form.setErrors({ channel: error.message })
        },
      },
    ),
  )
  const { channel } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Record consent')}
      onSubmit={submit}
      submitLabel={t('Record consent')}
      busyLabel={t('Saving...')}
      busy={grant.isPending}
      width={480}
    >
      <Select
        label={t('Channel')}
        data={channels.map((value) => ({ value, label: channelLabels[value] }))}
        allowDeselect={false}
        {...form.getInputProps('channel')}
      />
      <Select
        label={t('Purpose')}
        data={open.map(({ key, name }) => ({ value: key, label: name }))}
        allowDeselect={false}
        {...form.getInputProps('purpose')}
      />
      <Select
        label={t('Source')}
        data={grantSources.map((value) => ({ value, label: sourceLabels[value] }))}
        allowDeselect={false}
        {...form.getInputProps('source')}
      />
      <Textarea
        label={t('Proof')}
        description={t('What the contact saw or said, when and where.')}
        withAsterisk
        autosize
        minRows={3}
        maxLength={2000}
        {...form.getInputProps('proof')}
      />
      {channel === 'sms' && consents.doubleOptInSms && (
        <p className={classes.text}>{t('Double opt-in is on: the contact gets an SMS. Consent counts after they reply YES.')}</p>
      )}
      {channel === 'email' && consents.doubleOptIn && (
        <p className={classes.text}>
          {t('Double opt-in is on: the contact gets a confirmation email. Consent counts after they confirm.')}
        </p>
      )}
    </FormDialog>
  )
}
