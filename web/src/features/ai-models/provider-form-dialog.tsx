import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { providerDefaults } from '@imperium/contract/ai-models.ts'
import type { AiProvider, UpdatedAiProvider } from '@imperium/contract/ai-models.ts'
import { formatCount } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/use-contract-form.ts'
import { createProviderMutation, updateProviderMutation } from './api.ts'
import { emptyProvider, providerFormSchema, providerValues, sandboxFormSchema, toProviderBody, toSandboxBody } from './provider-form.ts'
import type { ProviderValues } from './provider-form.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { useOpensAfterMount } from './use-form-session.ts'
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
      title={provider ? 'Edit Provider' : 'Add New Provider'}
      onSubmit={submit}
      submitLabel={provider ? 'Save Changes' : 'Add Provider'}
      busyLabel="Saving..."
      busy={create.isPending || update.isPending}
      width={680}
    >
      <ProviderFields form={form} isSandbox={isSandbox} />
    </FormDialog>
  )
}

const protocols = [
  { value: 'openai-compatible', label: 'OpenAI-compatible' },
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
]

/** Keys were entrusted to the former address and are not sent to another. */
const keysClearedText = (count: number) =>
  `The address leads to another host, so ${formatCount(count, 'stored API key')} had to be cleared. Enter the keys again under AI Models.`

function ProviderFields({ form, isSandbox }: { form: UseFormReturnType<ProviderValues>; isSandbox: boolean }) {
  const { icon, displayName, color } = form.values
  const shownColor = /^#[0-9a-f]{6}$/i.test(color) ? color : providerDefaults.color
  return (
    <>
      {isSandbox && <p className={classes.sandbox}>The sandbox is built in. Its icon, color, order and state can be changed.</p>}
      <div className={classes.pair}>
        <TextInput label="Code" withAsterisk placeholder="local-llm" data-autofocus disabled={isSandbox} {...form.getInputProps('code')} />
        <TextInput label="Name" withAsterisk placeholder="Local LLM" disabled={isSandbox} {...form.getInputProps('name')} />
      </div>
      <div className={classes.pair}>
        <TextInput label="Display Name" withAsterisk placeholder="Local LLM" disabled={isSandbox} {...form.getInputProps('displayName')} />
        {!isSandbox && <Select label="Protocol" data={protocols} allowDeselect={false} {...form.getInputProps('adapter')} />}
      </div>
      {!isSandbox && (
        <TextInput
          label="API Base URL"
          withAsterisk
          type="url"
          placeholder="https://llm.example.com/v1"
          description="Addresses in private networks only work where the operator allows them (EGRESS_ALLOW)."
          {...form.getInputProps('apiBaseUrl')}
        />
      )}
      <div className={classes.pair}>
        <TextInput label="Documentation URL" type="url" placeholder="https://" disabled={isSandbox} {...form.getInputProps('apiDocUrl')} />
        <TextInput label="Website" type="url" placeholder="https://" disabled={isSandbox} {...form.getInputProps('website')} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label="Icon"
          description="An emoji, or a small image as a data: URL."
          leftSection={
            <span className={classes.iconSmall}>
              <ProviderIcon icon={icon} name={displayName} color={shownColor} />
            </span>
          }
          {...form.getInputProps('icon')}
        />
        <TextInput
          label="Color"
          description="Hexadecimal, such as #6366f1."
          leftSection={
            <input
              type="color"
              className={classes.swatch}
              aria-label="Pick a color"
              value={shownColor}
              onChange={(event) => form.setFieldValue('color', event.currentTarget.value)}
            />
          }
          {...form.getInputProps('color')}
        />
      </div>
      <div className={classes.pair}>
        <NumberInput
          label="Max Tokens Limit"
          placeholder="No limit known"
          clampBehavior="none"
          allowDecimal={false}
          thousandSeparator=","
          disabled={isSandbox}
          {...form.getInputProps('maxTokensLimit')}
        />
        <NumberInput label="Display Order" clampBehavior="none" allowDecimal={false} {...form.getInputProps('orderIndex')} />
      </div>
      <fieldset className={classes.switches}>
        <legend>Capabilities and state</legend>
        <Switch label="Streaming" disabled={isSandbox} {...form.getInputProps('supportsStreaming', { type: 'checkbox' })} />
        <Switch label="Vision" disabled={isSandbox} {...form.getInputProps('supportsVision', { type: 'checkbox' })} />
        <Switch label="Functions" disabled={isSandbox} {...form.getInputProps('supportsFunctionCalling', { type: 'checkbox' })} />
        <Switch label="Active" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      </fieldset>
    </>
  )
}
