import { NumberInput, PasswordInput, Select, Slider, Switch, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconTemplate } from '@tabler/icons-react'
import { modelLimits } from '@imperium/contract/ai-models.ts'
import type { AiModelConfig, AiProvider, ModelTemplate } from '@imperium/contract/ai-models.ts'
import { ApiError } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { useOpensAfterMount } from '../../ui/dialog/use-opens-after-mount.ts'
import { configsQuery, createConfigMutation, updateConfigMutation } from './api.ts'
import { ConnectionTest } from './connection-test.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { emptyValues, modelFormSchema, toConfigBody, valuesFrom, valuesOf } from './model-form.ts'
import type { ModelValues } from './model-form.ts'
import { panelWidth } from './use-form-session.ts'
import styles from '../../ui/styles.module.css'
import classes from './ai-models.module.css'

interface ModelFormProps {
  opened: boolean
  title: string
  /** The configuration to edit; null for a new one. */
  config: AiModelConfig | null
  template: ModelTemplate | null
  providers: readonly AiProvider[]
  isFirst: boolean
  onClose: () => void
}

/** The form of an AI model configuration, in a panel of 60 %. */
export function ModelForm({ opened, title, config, template, providers, isFirst, onClose }: ModelFormProps) {
  const shown = useOpensAfterMount(opened)
  const hasOperatorKey = (providerId: string) => providers.find(({ id }) => id === providerId)?.hasOperatorKey ?? false
  const isSandbox = (providerId: string) => providers.find(({ id }) => id === providerId)?.adapter === 'sandbox'
  const form = useContractForm<ModelValues>({
    initialValues: config ? valuesOf(config) : template ? valuesFrom(template, providers, isFirst) : emptyValues(isFirst),
    // A stored key belongs to its provider and is never sent to another, so a change of provider requires a new key.
    schema: modelFormSchema((providerId) => !isSandbox(providerId) && !hasOperatorKey(providerId) && providerId !== config?.providerId),
    toBody: toConfigBody,
  })
  const [base, setBase] = useState(config)
  const saving = useSaveModel({ base, form, onSaved: onClose })
  const error = saving.error && !isFieldError(saving.error) ? saving.error : null
  const isStale = error instanceof ApiError && error.problem?.code === 'STALE_WRITE'
  async function loadCurrent(): Promise<void> {
    const current = (await queryClient.fetchQuery({ ...configsQuery, staleTime: 0 })).find(({ id }) => id === config?.id)
    saving.reset()
    if (!current) return onClose()
    setBase(current)
    form.setValues(valuesOf(current))
  }
  return (
    <FormDialog
      place="side"
      width={panelWidth}
      opened={shown}
      onClose={onClose}
      title={title}
      onSubmit={form.onSubmit(saving.save)}
      submitLabel={config ? t('Save changes') : t('Add Model')}
      busyLabel={t('Saving...')}
      busy={saving.isPending}
    >
      {error && (
        <ErrorBanner
          error={error}
          title={t('The model was not saved')}
          retryLabel={t('Load current values')}
          onRetry={isStale ? () => void loadCurrent() : undefined}
        />
      )}
      {template && (
        <p className={classes.note}>
          <IconTemplate size={15} stroke={1.7} aria-hidden />
          {t('Prefilled from the template {name}. Every field can be changed.', { name: translateMessage(template.name) })}
        </p>
      )}
      <ModelFields
        form={form}
        config={config}
        providers={providers}
        isSandbox={isSandbox(form.values.providerId)}
        hasOperatorKey={hasOperatorKey(form.values.providerId)}
      />
    </FormDialog>
  )
}

const isFieldError = (error: unknown) => error instanceof ApiError && Object.keys(error.fields).length > 0

interface Saving {
  /** The configuration as the user loaded it; null for a new one. */
  base: AiModelConfig | null
  form: UseFormReturnType<ModelValues>
  onSaved: () => void
}

/** Creates or changes the configuration; the panel closes when that worked. */
function useSaveModel({ base, form, onSaved }: Saving) {
  const create = useMutation(createConfigMutation)
  const update = useMutation(updateConfigMutation)
  const settle = { onSuccess: onSaved, onError: (error: unknown) => showFieldErrors(form, error) }
  function save(values: ModelValues): void {
    const { apiKey, ...body } = toConfigBody(values)
    if (!base) return create.mutate({ body: { ...body, apiKey } }, settle)
    // A blank key keeps the stored one; a concurrent change of another member is not overwritten (409).
    const key = apiKey.trim() ? { apiKey } : {}
    update.mutate({ params: { id: base.id }, body: { ...body, ...key, updatedAt: base.updatedAt } }, settle)
  }
  return { save, isPending: create.isPending || update.isPending, error: base ? update.error : create.error, reset: update.reset }
}

interface ModelFieldsProps {
  form: UseFormReturnType<ModelValues>
  config: AiModelConfig | null
  providers: readonly AiProvider[]
  isSandbox: boolean
  hasOperatorKey: boolean
}

function ModelFields({ form, config, providers, isSandbox, hasOperatorKey }: ModelFieldsProps) {
  const keepsKey = config !== null && config.providerId === form.values.providerId
  return (
    <>
      <Select
        label={t('Provider')}
        withAsterisk
        placeholder={t('Choose a provider')}
        data-autofocus
        openOnFocus={false}
        data={providers.map(({ id, displayName, isActive }) => ({
          value: id,
          label: isActive ? displayName : t('{name} (inactive)', { name: displayName }),
          disabled: !isActive && id !== config?.providerId,
        }))}
        {...form.getInputProps('providerId')}
        value={form.values.providerId || null}
        onChange={(id) => form.setFieldValue('providerId', id ?? '')}
      />
      {isSandbox && (
        <p className={classes.sandbox}>
          {t(
            'The sandbox is built in and offline: its answers follow fixed rules and cost nothing. Good for trying things out, not for real work.',
          )}
        </p>
      )}
      <div className={classes.pair}>
        <TextInput label={t('Model ID')} withAsterisk placeholder={isSandbox ? 'sandbox' : 'gpt-4'} {...form.getInputProps('modelId')} />
        <TextInput label={t('Display Name')} withAsterisk placeholder={t('GPT-4 for support')} {...form.getInputProps('displayName')} />
      </div>
      <Textarea label={t('Description')} autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
      <PasswordInput
        label={t('API key')}
        withAsterisk={!isSandbox && !hasOperatorKey && form.values.providerId !== config?.providerId}
        description={keyNote(config, form.values.providerId, isSandbox ? 'sandbox' : hasOperatorKey ? 'operator' : 'own')}
        placeholder={isSandbox ? t('Not needed') : keepsKey ? (config.apiKeyPreview ?? '') : ''}
        autoComplete="off"
        {...form.getInputProps('apiKey')}
      />
      <ConnectionTest values={form.values} config={config} isSandbox={isSandbox || hasOperatorKey} />
      <hr className={styles.rule} />
      <div className={classes.pair}>
        <NumberInput
          label={t('Max tokens')}
          min={modelLimits.maxTokens.min}
          max={modelLimits.maxTokens.max}
          clampBehavior="none"
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('maxTokens')}
        />
        <NumberInput
          label={t('Monthly usage limit')}
          placeholder={t('No limit')}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          {...form.getInputProps('monthlyUsageLimit')}
        />
      </div>
      <TemperatureField value={form.values.temperature} onChange={(value) => form.setFieldValue('temperature', value)} />
      <div className={classes.pair}>
        <NumberInput
          label={t('Top P')}
          description={t('Empty: the provider decides.')}
          {...modelLimits.topP}
          clampBehavior="none"
          {...form.getInputProps('topP')}
        />
        <NumberInput
          label={t('Frequency penalty')}
          description={t('Empty: the provider decides.')}
          {...modelLimits.frequencyPenalty}
          clampBehavior="none"
          {...form.getInputProps('frequencyPenalty')}
        />
      </div>
      {!isSandbox && <PriceFields form={form} />}
      <FallbackField form={form} config={config} />
      <Switch
        label={t('Default model')}
        description={t('New agents use it where gpt-4 is not configured. There is always one default.')}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
        disabled={config?.isDefault === true}
      />
      <Switch
        label={t('Active')}
        description={t('Inactive models are not offered or called.')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
        disabled={config?.isDefault === true}
      />
    </>
  )
}

function PriceFields({ form }: Pick<ModelFieldsProps, 'form'>) {
  const price = (label: string, field: 'inputPrice' | 'outputPrice' | 'imagePrice', description?: string) => (
    <NumberInput
      label={label}
      description={description}
      placeholder={t('From the price list')}
      prefix="$"
      clampBehavior="none"
      allowNegative={false}
      decimalScale={6}
      {...form.getInputProps(field)}
    />
  )
  return (
    <>
      <p className={classes.note}>
        {t('A model that the price list does not know is called only with a price here. 0 for one that costs nothing.')}
      </p>
      <div className={classes.pair}>
        {price(t('Price of input'), 'inputPrice', t('US dollars for a million tokens'))}
        {price(t('Price of output'), 'outputPrice', t('US dollars for a million tokens'))}
      </div>
      {price(t('Price of a picture'), 'imagePrice', t('US dollars'))}
    </>
  )
}

function FallbackField({ form, config }: Pick<ModelFieldsProps, 'form' | 'config'>) {
  const configs = useQuery(configsQuery).data ?? []
  const others = configs.filter(({ id }) => id !== config?.id)
  return (
    <Select
      label={t('If this model fails, use')}
      description={t('Runs call it at once when a call fails or the monthly usage limit is reached. It may have a fallback itself.')}
      placeholder={t('No other model')}
      clearable
      data={others.map(({ id, displayName, isActive }) => ({
        value: id,
        label: isActive ? displayName : t('{name} (inactive)', { name: displayName }),
      }))}
      {...form.getInputProps('fallbackConfigId')}
      value={form.values.fallbackConfigId || null}
      onChange={(id) => form.setFieldValue('fallbackConfigId', id ?? '')}
    />
  )
}

function keyNote(config: AiModelConfig | null, providerId: string, key: 'sandbox' | 'operator' | 'own'): string {
  if (key === 'sandbox') return t('The sandbox needs no key.')
  if (config && config.apiKeyPreview !== null && config.providerId === providerId) return t('Leave it blank to keep the stored key.')
  if (key === 'operator') return t('Leave it blank to pay with AI credits.')
  return t('Stored encrypted. It is never shown again.')
}

function TemperatureField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { min, max, step } = modelLimits.temperature
  return (
    <div>
      <div className={classes.sliderHead}>
        <span id="temperature-label">{t('Temperature')}</span>
        <span className="tnum">{value.toFixed(1)}</span>
      </div>
      <Slider
        min={min}
        max={max}
        step={step}
        label={null}
        size={4}
        thumbSize={15}
        thumbLabel={t('Temperature')}
        value={value}
        // Sums of tenths leave a trail of digits.
        onChange={(next) => onChange(Math.round(next * 10) / 10)}
      />
      <div className={classes.sliderEnds} aria-hidden>
        <span>{t('Deterministic')}</span>
        <span>{t('Creative')}</span>
      </div>
    </div>
  )
}
