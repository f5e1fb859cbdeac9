import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { addableProviders } from '@imperium/contract/channels/channel-accounts.ts'
import type { ChannelAccount, CreatedAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { MailboxFields } from './mailbox-fields.tsx'
import { ProviderFields } from './provider-fields.tsx'
import { createBodyOf, emptyValues, hasMailbox, schemaFor, toBody, updateBodyOf, valuesOf } from './account-form.ts'
import type { AccountValues } from './account-form.ts'
import { createAccountMutation, updateAccountMutation } from './api.ts'
import { kindLabels, providerLabels } from './channel-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

interface AccountDialogProps {
  /** The account to change; null for a new one. */
  editing: ChannelAccount | null
  onMade: (account: CreatedAccount) => void
  onClose: () => void
}

/** Adds an account with a provider, or changes one. */
export function AccountDialog({ editing, onMade, onClose }: AccountDialogProps) {
  const create = useMutation(createAccountMutation)
  const update = useMutation(updateAccountMutation)
  const form = useContractForm<AccountValues>({
    schema: schemaFor(editing !== null),
    initialValues: editing ? valuesOf(editing) : emptyValues('smtp'),
    toBody: (values) => toBody(values),
  })
  const { provider, isDefault } = form.values
  const onError = (error: unknown) => showFieldErrors(form, error)
  const submit = form.onSubmit((values) => {
    if (!editing) return create.mutate({ body: createBodyOf(values) }, { onSuccess: onMade, onError })
    update.mutate({ params: { id: editing.id }, body: updateBodyOf(values, editing.updatedAt) }, { onSuccess: onClose, onError })
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit {name}', { name: editing.name }) : t('Add a channel account')}
      onSubmit={submit}
      submitLabel={editing ? t('Save changes') : t('Add account')}
      busyLabel={editing ? t('Saving...') : t('Adding...')}
      busy={create.isPending || update.isPending}
      width={600}
    >
      {editing ? (
        <p className={styles.textWrap}>{providerLabels[provider]}</p>
      ) : (
        <Select
          label={t('Kind')}
          data={addableProviders.map((value) => ({ value, label: kindLabels[value] }))}
          allowDeselect={false}
          value={provider}
          onChange={(next) => {
            const chosen = addableProviders.find((each) => each === next)
            if (!chosen) return
            form.clearErrors()
            form.setValues({ ...emptyValues(chosen), name: form.values.name })
          }}
        />
      )}
      <TextInput label={t('Name')} withAsterisk autoComplete="off" maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <ProviderFields form={form} hint={editing?.secretHint ?? ''} channel={editing?.channel ?? null} />
      <div className={classes.pair}>
        <NumberInput
          label={t('Messages per second')}
          description={t('Leave blank for no limit.')}
          placeholder={t('No limit')}
          min={0}
          hideControls
          {...form.getInputProps('ratePerSecond')}
        />
        {hasMailbox(provider) && (
          <NumberInput
            label={t('Messages per second to one recipient domain')}
            description={t('Large mailbox providers throttle faster senders.')}
            placeholder={t('No limit')}
            min={0}
            hideControls
            {...form.getInputProps('domainRatePerSecond')}
          />
        )}
      </div>
      <NumberInput
        label={provider === 'twilio' ? t('Price of a part') : t('Price per message')}
        description={t('For dry runs, and for campaign costs that the provider does not report. Leave blank if unknown.')}
        placeholder={t('Not known')}
        prefix="$"
        min={0}
        max={100}
        decimalScale={6}
        hideControls
        {...form.getInputProps('price')}
        error={form.errors['priceMicros']}
      />
      <Select
        label={t('If a crash leaves a message with an unknown outcome')}
        description={t('A retry uses the same id as the first attempt, so that receivers can recognize it.')}
        data={[
          { value: 'repeat', label: t('Send it again') },
          { value: 'hold', label: t('Hold it for a decision') },
        ]}
        allowDeselect={false}
        {...form.getInputProps('unknownPolicy')}
      />
      <Switch
        label={t('Accepted by the provider counts as delivered')}
        description={t('Until it reports otherwise.')}
        {...form.getInputProps('acceptanceDelivers', { type: 'checkbox' })}
      />
      {hasMailbox(provider) && <MailboxFields form={form} isKept={editing?.inbound != null} />}
      <Switch
        label={t('Default of its channel')}
        disabled={editing?.isDefault ?? false}
        description={editing?.isDefault ? t('Make another account the default instead.') : undefined}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
      <Switch
        label={t('Switched on')}
        disabled={isDefault}
        description={isDefault ? t('The default is always on.') : undefined}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
