import { NumberInput, Select, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, CreatedApiKey, KeyKind } from '@imperium/contract/api-keys.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { agentChoicesQuery, createForAgentMutation, createMutation, updateMutation } from './api.ts'
import { emptyValues, expiryChoices, fieldsOf, localDay, messageOf, schemaOf, toBody, valuesOf } from './key-form.ts'
import type { ExpiryChoice, KeyValues } from './key-form.ts'
import { ScopePicker } from './scope-picker.tsx'
import styles from '../../ui/styles.module.css'
import classes from './api-keys.module.css'

interface KeyDialogProps {
  kind: KeyKind
  /** The key to change; null for a new one. */
  editing: ApiKey | null
  onMade: (key: CreatedApiKey) => void
  onClose: () => void
}

type Form = UseFormReturnType<KeyValues>

/** Creates an API key or edits its permissions. */
export function KeyDialog({ kind, editing, onMade, onClose }: KeyDialogProps) {
  const [initialValues] = useState(() => (editing ? valuesOf(editing) : emptyValues()))
  const form = useContractForm<KeyValues>({
    schema: schemaOf(kind),
    initialValues,
    toBody: (values) => toBody(kind, values, Date.now()),
  })
  const saving = useSaveKey({ kind, editing, initialValues, form, onMade, onClose })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit API key') : kind === 'agent' ? t('Create an agent API key') : t('Create an API key')}
      onSubmit={form.onSubmit(saving.save)}
      submitLabel={editing ? t('Save changes') : t('Create key')}
      busyLabel={editing ? t('Saving...') : t('Creating...')}
      busy={saving.isPending}
      width={560}
    >
      <TextInput
        label={t('Name')}
        withAsterisk
        placeholder={kind === 'agent' ? t('Website chat') : t('Nightly reports')}
        autoComplete="off"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {kind === 'agent' && !editing && <AgentField form={form} />}
      {kind === 'agent' ? (
        <p className={styles.text}>{t('The key can only run this agent, and follow and cancel its runs.')}</p>
      ) : (
        <ScopePicker
          value={form.values.scopes}
          error={messageOf(form.errors, 'scopes')}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        />
      )}
      <ExpiryFields form={form} />
      <Textarea
        label={t('Allowed addresses')}
        description={t('One address or range per line. Leave blank to allow all addresses.')}
        placeholder={'203.0.113.0/24\n2001:db8::/48'}
        autosize
        minRows={2}
        maxRows={6}
        classNames={{ input: classes.mono }}
        value={form.values.allowedAddresses}
        error={messageOf(form.errors, 'allowedAddresses')}
        onChange={(event) => {
          const text = event.currentTarget.value
          form.clearErrors()
          form.setFieldValue('allowedAddresses', text)
        }}
      />
      <NumberInput
        label={t('Requests per hour')}
        description={t('Leave blank for the server limit.')}
        placeholder={t('Server limit')}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        {...form.getInputProps('rateLimitPerHour')}
      />
    </FormDialog>
  )
}

interface Saving extends KeyDialogProps {
  initialValues: KeyValues
  form: Form
}

function useSaveKey({ kind, editing, initialValues, form, onMade, onClose }: Saving) {
  const create = useMutation(createMutation)
  const createForAgent = useMutation(createForAgentMutation)
  const update = useMutation(updateMutation)
  const onError = (error: unknown) => showFieldErrors(form, error)
  function save(values: KeyValues): void {
    const { expiresAt, ...body } = fieldsOf(values, Date.now())
    const { agentId, scopes } = values
    if (!editing) {
      const settle = { onSuccess: onMade, onError }
      if (kind === 'agent') return createForAgent.mutate({ body: { ...body, expiresAt, agentId } }, settle)
      return create.mutate({ body: { ...body, expiresAt, scopes } }, settle)
    }
    // A date means the end of that day; an unchanged expiry keeps its exact time.
    const keepsExpiry = values.expiry === initialValues.expiry && values.expiresOn === initialValues.expiresOn
    const changed = {
      ...body,
      ...(kind === 'agent' ? {} : { scopes }),
      ...(keepsExpiry ? {} : { expiresAt }),
      updatedAt: editing.updatedAt,
    }
    update.mutate({ params: { id: editing.id }, body: changed }, { onSuccess: onClose, onError })
  }
  return { save, isPending: create.isPending || createForAgent.isPending || update.isPending }
}

function AgentField({ form }: { form: Form }) {
  const [typed, setTyped] = useState('')
  const agents = useQuery({ ...agentChoicesQuery(typed), placeholderData: keepPreviousData })
  const rows = agents.data?.rows ?? []
  const none = agents.isSuccess && typed === '' && rows.length === 0
  return (
    <Select
      label={t('Agent')}
      withAsterisk
      placeholder={none ? t('No agents yet') : t('Choose an agent')}
      disabled={none}
      data={rows.map(({ id, name }) => ({ value: id, label: name }))}
      // The server already searched; disable the client-side filter.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('No agent with this name')}
      {...form.getInputProps('agentId')}
      value={form.values.agentId || null}
      onChange={(id) => form.setFieldValue('agentId', id ?? '')}
    />
  )
}

const expiryLabels: Record<ExpiryChoice, string> = {
  never: t('Never'),
  '30': t('In 30 days'),
  '90': t('In 90 days'),
  '365': t('In a year'),
  date: t('On a date'),
}

function ExpiryFields({ form }: { form: Form }) {
  const { expiry } = form.values
  const [today] = useState(() => localDay(new Date()))
  return (
    <div className={classes.pair}>
      <Select
        label={t('Expires')}
        data={expiryChoices.map((value) => ({ value, label: expiryLabels[value] }))}
        allowDeselect={false}
        value={expiry}
        error={expiry === 'date' ? undefined : messageOf(form.errors, 'expiresAt')}
        onChange={(next) => {
          const chosen = expiryChoices.find((each) => each === next)
          form.clearFieldError('expiresAt')
          if (chosen) form.setFieldValue('expiry', chosen)
        }}
      />
      {expiry === 'date' && (
        <TextInput
          type="date"
          label={t('Last day')}
          min={today}
          value={form.values.expiresOn}
          error={messageOf(form.errors, 'expiresAt')}
          onChange={(event) => {
            const day = event.currentTarget.value
            form.clearFieldError('expiresAt')
            form.setFieldValue('expiresOn', day)
          }}
        />
      )}
    </div>
  )
}
