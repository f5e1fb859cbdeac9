import { Checkbox, NumberInput, Select, Switch, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { agentDefaults, agentLimits, agentTypes } from '@imperium/contract/agents.ts'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { ModelSelect } from '../../ai-models/index.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import type { AgentValues } from './agent-form.ts'
import { typeLabels } from '../agent-labels.ts'
import { catalogueQuery } from '../api.ts'
import { CapabilityChips } from './capability-chips.tsx'
import { PromptField } from './prompt-field.tsx'
import type { SavedAgent } from './saved-agent.ts'
import { SchemaField } from './schema-field.tsx'
import { SliderField } from './slider-field.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './form.module.css'

interface AgentFieldsProps {
  form: UseFormReturnType<AgentValues>
  disabled?: boolean
  saved?: SavedAgent | undefined
}

const typeOptions = agentTypes.map((type) => ({ value: type, label: typeLabels[type] }))

/** All fields of an agent: identity, model settings, then tools and limits. */
export function AgentFields({ form, disabled = false, saved }: AgentFieldsProps) {
  const model = useQuery(catalogueQuery).data?.find(({ modelId }) => modelId === form.values.config.model)
  return (
    <>
      <TextInput
        label={t('Name')}
        withAsterisk
        placeholder={t('Inbound lead qualifier')}
        maxLength={120}
        data-autofocus={saved !== undefined || undefined}
        disabled={disabled}
        {...form.getInputProps('name')}
      />
      <div className={classes.pair}>
        <Select
          label={t('Type')}
          withAsterisk
          data={typeOptions}
          allowDeselect={false}
          disabled={disabled}
          rightSection={<IconSelector size={15} stroke={1.7} aria-hidden />}
          {...form.getInputProps('type')}
        />
        <TextInput
          label={t('Category')}
          placeholder={t('General')}
          maxLength={60}
          disabled={disabled}
          {...form.getInputProps('category')}
        />
      </div>
      <Textarea
        label={t('Description')}
        placeholder={t('What does this agent do for you?')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={2000}
        disabled={disabled}
        {...form.getInputProps('description')}
      />
      <hr className={styles.rule} />
      <ModelFields form={form} disabled={disabled} />
      <PromptField form={form} disabled={disabled} saved={saved} />
      <CapabilityChips
        value={form.values.capabilities}
        onChange={(next) => form.setFieldValue('capabilities', next)}
        agentId={saved?.agent.id}
        canCallTools={model?.canCallTools}
        disabled={disabled}
      />
      <SchemaField
        value={form.values.config.outputSchema}
        onChange={(next) => form.setFieldValue('config.outputSchema', next)}
        disabled={disabled}
      />
      <hr className={styles.rule} />
      <div className={classes.pair}>
        <NumberInput
          label={t('Monthly budget')}
          description={t('In US dollars. A run stops before the call that would exceed it.')}
          placeholder={t('No limit')}
          prefix="$"
          min={0}
          max={1_000_000}
          decimalScale={2}
          fixedDecimalScale
          thousandSeparator=","
          hideControls
          disabled={disabled}
          {...form.getInputProps('budgetDollars')}
          error={form.errors['monthlyBudgetMicros']}
        />
        {!saved && (
          <Switch
            className={classes.switch}
            label={t('Public')}
            description={t('Visitors may talk to it as soon as its website chat is set up in the settings.')}
            disabled={disabled}
            {...form.getInputProps('isPublic', { type: 'checkbox' })}
          />
        )}
      </div>
    </>
  )
}

function ModelFields({ form, disabled }: { form: AgentFieldsProps['form']; disabled: boolean }) {
  const catalogue = useQuery(catalogueQuery)
  const { temperature, maxTokens } = form.values.config
  return (
    <>
      {catalogue.isError ? (
        <ErrorState plain error={catalogue.error} title={t('Models could not be loaded')} onRetry={() => void catalogue.refetch()} />
      ) : (
        <ModelSelect
          catalogue={catalogue.data ?? []}
          loading={catalogue.isPending}
          value={form.values.config.model}
          onChange={(model) => form.setFieldValue('config.model', model)}
          error={form.errors['config.model']}
          disabled={disabled}
        />
      )}
      <div className={classes.pair}>
        <div>
          <SliderField
            label={t('Temperature')}
            value={temperature ?? agentDefaults.temperature}
            onChange={(next) => form.setFieldValue('config.temperature', next)}
            limits={agentLimits.temperature}
            ends={[t('Focused'), t('Creative')]}
            disabled={disabled || temperature === null}
          />
          <Checkbox
            size="xs"
            mt={8}
            label={t("Use the model's temperature")}
            checked={temperature === null}
            onChange={(event) => form.setFieldValue('config.temperature', event.currentTarget.checked ? null : agentDefaults.temperature)}
            disabled={disabled}
          />
        </div>
        <SliderField
          label={t('Max tokens')}
          value={maxTokens}
          onChange={(next) => form.setFieldValue('config.maxTokens', next)}
          limits={agentLimits.maxTokens}
          ends={[formatNumber(agentLimits.maxTokens.min), formatNumber(agentLimits.maxTokens.max)]}
          disabled={disabled}
        />
      </div>
    </>
  )
}
