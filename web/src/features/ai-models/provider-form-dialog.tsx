import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { providerDefaults } from '@imperium/contract/ai-models.ts'
import type { AiProvider, UpdatedAiProvider } from '@imperium/contract/ai-models.ts'
import { notify } from '../../lib/notify.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { useOpensAfterMount } from '../../ui/dialog/use-opens-after-mount.ts'
import { createProviderMutation, updateProviderMutation } from './api.ts'
import { emptyProvider, providerFormSchema, providerValues, sandboxFormSchema, toProviderBody, toSandboxBody } from './provider-form.ts'
import type { ProviderValues } from './provider-form.ts'
import { ProviderIcon } from './provider-icon.tsx'
import classes from './ai-models.module.css'

interface ProviderFormProps {
  opened: boolean
  /** The provider to edit; null for a new one. */
  provider: AiProvider | null
  onClose: () => void
}

/** The form of an AI provider, in a dialog. */
export function ProviderForm({ opened, provider, onClose }: ProviderFormProps) {
  const shown = useOpensAfterMount(opened)
  const isSandbox = provider?.adapter === 'sandbox'
  const toBody = isSandbox ? toSandboxBody : toProviderBody
  const form = useContractForm<ProviderValues>({
    initialValues: provider ? providerValues(provider) : emptyProvider,
    schema: isSandbox ? sandboxFormSchema : providerFormSchema,
    toBody,
  })
  const onError = (error: unknown) => showFieldErrors(form, error)
  const create = useMutation(createProviderMutation)
  const update = useMutation(updateProviderMutation)
  const submit = form.onSubmit((values) => {
    if (!provider) return create.mutate({ body: toProviderBody(values) }, { onSuccess: onClose, onError })
    const onSuccess = ({ clearedKeys }: UpdatedAiProvider) => {
      if (clearedKeys > 0) notify.info(keysClearedText(clearedKeys))
      onClose()
    }
    update.mutate({ params: { id: provider.id }, body: { ...toBody(values), updatedAt: provider.updatedAt } }, { onSuccess, onError })
  })
  return (
    <FormDialog
      opened={shown}
      onClose={onClose}
      title={provider ? t('Edit Provider') : t('Add New Provider')}
      onSubmit={submit}
      submitLabel={provider ? t('Save changes') : t('Add provider')}
      busyLabel={t('Saving...')}
      busy={create.isPending || update.isPending}
      width={680}
    >
      <ProviderFields form={form} isSandbox={isSandbox} />
    </FormDialog>
  )
}

const protocols = [
  { value: 'openai-compatible', label: t('OpenAI-compatible') },
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
]

/** Keys were entrusted to the former address and are not sent to another. */
const keysClearedText = (count: number) =>
  plural(count, {
    one: 'The address leads to another host, so {count} stored API key had to be cleared. Enter the keys again under AI Models.',
    other: 'The address leads to another host, so {count} stored API keys had to be cleared. Enter the keys again under AI Models.',
  })

function ProviderFields({ form, isSandbox }: { form: UseFormReturnType<ProviderValues>; isSandbox: boolean }) {
  const { icon, displayName, color } = form.values
  const shownColor = /^#[0-9a-f]{6}$/i.test(color) ? color : providerDefaults.color
  return (
    <>
      {isSandbox && <p className={classes.sandbox}>{t('The sandbox is built in. Its icon, color, order and state can be changed.')}</p>}
      <div className={classes.pair}>
        <TextInput
          label={t('Code')}
          withAsterisk
          placeholder="local-llm"
          data-autofocus
          disabled={isSandbox}
          {...form.getInputProps('code')}
        />
        <TextInput label={t('Name')} withAsterisk placeholder={t('Local LLM')} disabled={isSandbox} {...form.getInputProps('name')} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('Display Name')}
          withAsterisk
          placeholder={t('Local LLM')}
          disabled={isSandbox}
          {...form.getInputProps('displayName')}
        />
        {!isSandbox && <Select label={t('Protocol')} data={protocols} allowDeselect={false} {...form.getInputProps('adapter')} />}
      </div>
      {!isSandbox && (
        <TextInput
          label={t('API Base URL')}
          withAsterisk
          type="url"
          placeholder="https://llm.example.com/v1"
          description={t('Addresses in private networks only work where the operator allows them (EGRESS_ALLOW).')}
          {...form.getInputProps('apiBaseUrl')}
        />
      )}
      <div className={classes.pair}>
        <TextInput
          label={t('Documentation URL')}
          type="url"
          placeholder="https://"
          disabled={isSandbox}
          {...form.getInputProps('apiDocUrl')}
        />
        <TextInput label={t('Website')} type="url" placeholder="https://" disabled={isSandbox} {...form.getInputProps('website')} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('Icon')}
          description={t('An emoji, or a small image as a data: URL.')}
          leftSection={
            <span className={classes.iconSmall}>
              <ProviderIcon icon={icon} name={displayName} color={shownColor} />
            </span>
          }
          {...form.getInputProps('icon')}
        />
        <TextInput
          label={t('Color')}
          description={t('Hexadecimal, such as #6366f1.')}
          leftSection={
            <input
              type="color"
              className={classes.swatch}
              aria-label={t('Pick a color')}
              value={shownColor}
              onChange={(event) => form.setFieldValue('color', event.currentTarget.value)}
            />
          }
          {...form.getInputProps('color')}
        />
      </div>
      <div className={classes.pair}>
        <NumberInput
          label={t('Max Tokens Limit')}
          placeholder={t('No limit known')}
          clampBehavior="none"
          allowDecimal={false}
          thousandSeparator=","
          disabled={isSandbox}
          {...form.getInputProps('maxTokensLimit')}
        />
        <NumberInput label={t('Display Order')} clampBehavior="none" allowDecimal={false} {...form.getInputProps('orderIndex')} />
      </div>
      <fieldset className={classes.switches}>
        <legend>{t('Capabilities and state')}</legend>
        <Switch label={t('Streaming')} disabled={isSandbox} {...form.getInputProps('supportsStreaming', { type: 'checkbox' })} />
        <Switch label={t('Vision')} disabled={isSandbox} {...form.getInputProps('supportsVision', { type: 'checkbox' })} />
        <Switch label={t('Functions')} disabled={isSandbox} {...form.getInputProps('supportsFunctionCalling', { type: 'checkbox' })} />
        <Switch label={t('Active')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
      </fieldset>
    </>
  )
}
