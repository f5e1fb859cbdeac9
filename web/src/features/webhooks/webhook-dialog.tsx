import { ActionIcon, Button, Checkbox, NumberInput, PasswordInput, Select, Skeleton, Switch, TextInput, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CreateWebhookBody, webhookLimits, webhooks } from '@imperium/contract/webhooks.ts'
import type { CreatedWebhook, Webhook } from '@imperium/contract/webhooks.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { catalogueQuery, invalidates, webhookQuery } from './api.ts'
import { emptyHeader, toBody, valuesOf } from './webhook-form.ts'
import type { WebhookValues } from './webhook-form.ts'
import { operatorOptions, takesValue } from './webhook-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './webhooks.module.css'

interface WebhookDialogProps {
  /** The one to change; null for a new one. */
  id: string | null
  /** Why it cannot be saved now. */
  refusal: string | undefined
  onClose: () => void
  onCreated: (webhook: CreatedWebhook) => void
}

/** Creates or changes a webhook. */
export function WebhookDialog({ id, ...rest }: WebhookDialogProps) {
  const { data, error } = useQuery({ ...webhookQuery(id ?? ''), enabled: id !== null })
  if (error) throw error
  if (id !== null && !data) return null
  return <WebhookForm editing={data ?? null} {...rest} />
}

function WebhookForm({ editing, refusal, onClose, onCreated }: Omit<WebhookDialogProps, 'id'> & { editing: Webhook | null }) {
  const form = useContractForm<WebhookValues>({ initialValues: valuesOf(editing), schema: CreateWebhookBody, toBody })
  const save = useMutation({
    mutationFn: async (values: WebhookValues): Promise<CreatedWebhook | null> => {
      const body = toBody(values)
      if (!editing) return call(webhooks.create, { body })
      await call(webhooks.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
      return null
    },
    meta: { silent: true, success: editing ? t('Webhook updated') : t('Webhook created'), invalidates },
    onSuccess: (made) => {
      onClose()
      if (made) onCreated(made)
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The webhook could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit Webhook') : t('Create Webhook')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={editing ? t('Save changes') : t('Create Webhook')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={680}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('URL')}
        type="url"
        withAsterisk
        maxLength={2000}
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <EventFields form={form} />
      <HeaderRows form={form} />
      <FilterRows form={form} />
      <TextInput
        label={t('Ordering key')}
        description={t('A field of the event, such as campaignId. Deliveries with the same value arrive one after another.')}
        maxLength={200}
        {...form.getInputProps('orderingKey')}
      />
      <NumberInput
        label={t('Maximum deliveries per second')}
        description={t('Empty: as fast as your application answers.')}
        min={webhookLimits.ratePerSecond.min}
        max={webhookLimits.ratePerSecond.max}
        allowDecimal={false}
        {...form.getInputProps('ratePerSecond')}
      />
      <Switch
        label={t('Include address and name of new contacts')}
        description={t('The event "A contact was created" then carries them; otherwise it has ids alone.')}
        {...form.getInputProps('includesContact', { type: 'checkbox' })}
      />
      <Textarea label={t('Description')} autosize minRows={2} maxLength={1000} {...form.getInputProps('description')} />
    </FormDialog>
  )
}

type Form = ReturnType<typeof useContractForm<WebhookValues>>

function EventFields({ form }: { form: Form }) {
  const { data, error } = useQuery(catalogueQuery)
  if (error) throw error
  return (
    <Checkbox.Group
      label={t('Events')}
      description={t('Select at least one event')}
      withAsterisk
      {...form.getInputProps('events')}
      className={classes.group}
    >
      {data ? (
        <div className={classes.events}>
          {data.map(({ type, label }) => (
            <Checkbox key={type} value={type} label={type} description={translateMessage(label)} />
          ))}
        </div>
      ) : (
        <Skeleton height={260} />
      )}
    </Checkbox.Group>
  )
}

/** Headers of every call; at least one row is shown. Values are write-only. */
function HeaderRows({ form }: { form: Form }) {
  const { headers } = form.values
  const remove = (index: number) =>
    headers.length === 1 ? form.setFieldValue('headers', [emptyHeader]) : form.removeListItem('headers', index)
  return (
    <div role="group" aria-label={t('Headers')} className={classes.group}>
      <p className={classes.groupTitle}>{t('Headers')}</p>
      {headers.map((header, index) => (
        // Rows have no other identifier.
        <div key={index} className={classes.header}>
          <TextInput
            aria-label={t('Name of header {number}', { number: index + 1 })}
            placeholder={t('Name')}
            autoComplete="off"
            {...form.getInputProps(`headers.${index}.key`)}
          />
          <PasswordInput
            aria-label={t('Value of header {number}', { number: index + 1 })}
            placeholder={header.kept && header.value === '' ? t('Kept as it is') : t('Value')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the secret') }}
            {...form.getInputProps(`headers.${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={t('Remove header {number}', { number: index + 1 })}
            onClick={() => remove(index)}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <AddButton
        label={t('Add a header')}
        isFull={headers.length >= webhookLimits.headers}
        onClick={() => form.insertListItem('headers', emptyHeader)}
      />
    </div>
  )
}

/** Conditions on the event's data; all must hold. */
function FilterRows({ form }: { form: Form }) {
  const { filter } = form.values
  return (
    <div role="group" aria-label={t('Filter')} className={classes.group}>
      <p className={classes.groupTitle}>{t('Filter')}</p>
      <p className={styles.textWrap}>{t('Only events that meet all conditions are delivered.')}</p>
      {filter.map(({ operator }, index) => (
        // Rows have no other identifier.
        <div key={index} className={classes.condition}>
          <TextInput aria-label={t('Field of condition {number}', { number: index + 1 })} {...form.getInputProps(`filter.${index}.path`)} />
          <Select
            aria-label={t('Comparison of condition {number}', { number: index + 1 })}
            data={operatorOptions}
            allowDeselect={false}
            value={operator}
            onChange={(next) => next !== null && form.setFieldValue(`filter.${index}.operator`, next)}
          />
          <TextInput
            aria-label={t('Value of condition {number}', { number: index + 1 })}
            disabled={!takesValue(operator)}
            {...form.getInputProps(`filter.${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={t('Remove condition {number}', { number: index + 1 })}
            onClick={() => form.removeListItem('filter', index)}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <AddButton
        label={t('Add a condition')}
        isFull={filter.length >= webhookLimits.conditions}
        onClick={() => form.insertListItem('filter', { path: '', operator: 'equals', value: '' })}
      />
    </div>
  )
}

function AddButton({ label, isFull, onClick }: { label: string; isFull: boolean; onClick: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />} disabled={isFull} onClick={onClick}>
      {label}
    </Button>
  )
}
