import { Fieldset, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import {
  CreateMetricAlertBody,
  alertConditions,
  alertLimits,
  alertPeriods,
  metricAlerts,
} from '@imperium/contract/analytics/metric-alerts.ts'
import type { MetricAlert } from '@imperium/contract/analytics/metric-alerts.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { alertPeriodLabels, conditionLabels, isChange, scaleOf } from './alert-labels.ts'
import { changed, membersQuery, workflowsQuery } from './api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../analytics.module.css'

/** As people write them: dollars and not millionths. */
type AlertValues = CreateMetricAlertBody & Record<string, unknown>

interface AlertDialogProps {
  editing: MetricAlert | null
  definitions: readonly MetricDefinition[]
  metric: MetricDefinition | undefined
  onClose: () => void
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))

const divided = (value: number | null, scale: number): number | null => (value === null ? null : value / scale)
const multiplied = (value: number | null, scale: number): number | null =>
  value === null ? null : Math.round(value * scale * 1_000) / 1_000

/** Creates or changes an alert. */
export function AlertDialog({ editing, definitions, metric, onClose }: AlertDialogProps) {
  const refusal = useGate('analytics:write')
  const first = definitions.find(({ id }) => id === editing?.metric) ?? metric ?? definitions[0]
  const unitOf = (id: string) => definitions.find((each) => each.id === id)?.unit ?? 'count'
  const scaleOfValues = ({ metric: id, currency, condition }: CreateMetricAlertBody) => scaleOf(unitOf(id), currency, condition)
  const toBody = (values: CreateMetricAlertBody): CreateMetricAlertBody => {
    const scale = scaleOfValues(values)
    const hasLimit = values.condition !== 'missing'
    return {
      ...values,
      currency: unitOf(values.metric) === 'money' ? values.currency : null,
      threshold: hasLimit ? multiplied(values.threshold, scale) : null,
      recovery: hasLimit ? multiplied(values.recovery, scale) : null,
    }
  }
  const form = useContractForm<AlertValues>({ initialValues: startOf(editing, first), schema: CreateMetricAlertBody, toBody })
  const save = useMutation({
    mutationFn: (body: CreateMetricAlertBody) =>
      editing
        ? call(metricAlerts.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
        : call(metricAlerts.create, { body }),
    meta: { silent: true, success: t('Alert saved'), invalidates: changed },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The alert could not be saved'))
    },
  })
  const { name, condition, threshold } = form.values
  const missing = name.trim() === '' ? t('Give it a name') : condition !== 'missing' && threshold === null ? t('Give a limit') : undefined
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit alert') : t('New alert')}
      onSubmit={form.onSubmit((values) => save.mutate(toBody(values)))}
      submitLabel={editing ? t('Save changes') : t('Create alert')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal ?? missing}
      width={620}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <RuleFields form={form} definitions={definitions} unit={unitOf(form.values.metric)} />
      <SteadyFields form={form} />
      <ToldFields form={form} />
    </FormDialog>
  )
}

function startOf(editing: MetricAlert | null, metric: MetricDefinition | undefined): AlertValues {
  if (!editing) {
    const usual = CreateMetricAlertBody.parse({ name: '-', metric: metric?.id ?? 'agent_runs', condition: 'above' })
    return { ...usual, name: '', currency: metric?.unit === 'money' ? 'USD' : null }
  }
  const scale = scaleOf(metric?.unit ?? 'count', editing.currency, editing.condition)
  const { name, metric: id, currency, period, condition, needed, of, quietFrom, quietTo, recipients, workflowId, isEnabled } = editing
  return {
    name,
    metric: id,
    currency,
    period,
    condition,
    needed,
    of,
    quietFrom,
    quietTo,
    recipients,
    workflowId,
    isEnabled,
    threshold: divided(editing.threshold, scale),
    recovery: divided(editing.recovery, scale),
  }
}

type Form = ReturnType<typeof useContractForm<AlertValues>>

function RuleFields({ form, definitions, unit }: { form: Form; definitions: readonly MetricDefinition[]; unit: MetricDefinition['unit'] }) {
  const { condition, currency } = form.values
  const suffix =
    isChange(condition) || unit === 'percent'
      ? ' %'
      : unit === 'milliseconds'
        ? ' ms'
        : unit === 'usd-micros'
          ? ' USD'
          : unit === 'money' && currency
            ? ` ${currency}`
            : ''
  const limit = { suffix, decimalScale: 4, thousandSeparator: ',', hideControls: true } as const
  return (
    <>
      <div className={classes.fields}>
        <Select
          label={t('Metric')}
          searchable
          data={definitions.map(({ id, label }) => ({ value: id, label }))}
          allowDeselect={false}
          {...form.getInputProps('metric')}
        />
        {unit === 'money' && <TextInput label={t('Currency')} placeholder="EUR" maxLength={3} {...textProps(form, 'currency')} />}
        <Select
          label={t('Condition')}
          data={alertConditions.map((value) => ({ value, label: conditionLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('condition')}
        />
        <Select
          label={t('Days')}
          data={alertPeriods.map((value) => ({ value, label: alertPeriodLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('period')}
        />
      </div>
      {condition !== 'missing' && (
        <div className={classes.fields}>
          <NumberInput label={t('Limit')} withAsterisk {...limit} {...numberProps(form, 'threshold')} />
          <NumberInput
            label={t('Resolves at')}
            description={t('Empty: at the limit')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...limit}
            {...numberProps(form, 'recovery')}
          />
        </div>
      )}
    </>
  )
}

/** An emptied number is none. */
function numberProps(form: Form, name: 'threshold' | 'recovery') {
  const value = form.values[name]
  return {
    value: value ?? '',
    error: form.errors[name],
    onChange: (next: number | string) => form.setFieldValue(name, typeof next === 'number' ? next : null),
  }
}

const textProps = (form: Form, name: 'currency') => ({
  value: form.values[name] ?? '',
  error: form.errors[name],
  onChange: (event: { currentTarget: { value: string } }) => form.setFieldValue(name, event.currentTarget.value.toUpperCase() || null),
})

/** How often the limit must be passed, and when members are left in peace. */
function SteadyFields({ form }: { form: Form }) {
  const count = (name: 'needed' | 'of') => ({
    min: 1,
    max: alertLimits.checks,
    clampBehavior: 'strict' as const,
    allowDecimal: false,
    value: form.values[name],
    error: form.errors[name],
    onChange: (next: number | string) => typeof next === 'number' && form.setFieldValue(name, next),
  })
  const hour = (name: 'quietFrom' | 'quietTo') => ({
    data: hours,
    allowDeselect: false,
    value: String(form.values[name]),
    onChange: (next: string | null) => form.setFieldValue(name, Number(next)),
  })
  return (
    <div className={classes.fields}>
      <NumberInput label={t('Checks past the limit')} {...count('needed')} />
      <NumberInput label={t('Of the last')} {...count('of')} />
      <Select label={t('Quiet from')} {...hour('quietFrom')} />
      <Select label={t('Quiet until')} {...hour('quietTo')} />
    </div>
  )
}

function ToldFields({ form }: { form: Form }) {
  const members = useQuery(membersQuery)
  const mayRun = useCan('workflows:run')
  const found = useQuery({ ...workflowsQuery, enabled: mayRun })
  const { recipients, workflowId } = form.values
  return (
    <Fieldset legend={t('Who is told')} variant="unstyled">
      <MultiSelect
        label={t('Members')}
        description={t('On the page, by email and in the browser, as each of them chose. Those who may not see the metric are not told.')}
        data={(members.data?.rows ?? []).map(({ id, name, email }) => ({ value: id, label: name || email }))}
        value={recipients}
        maxValues={alertLimits.recipients}
        searchable
        error={Object.entries(form.errors).find(([path]) => path.startsWith('recipients'))?.[1]}
        onChange={(next) => form.setFieldValue('recipients', next)}
      />
      {mayRun && (
        <Select
          mt="sm"
          label={t('Start a workflow')}
          description={t('At any hour, each time the alert fires. Its input is the alert.')}
          placeholder={t('None')}
          clearable
          searchable
          data={(found.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={workflowId}
          error={form.errors['workflowId']}
          onChange={(next) => form.setFieldValue('workflowId', next)}
        />
      )}
      <p className={styles.hint}>
        {t('Webhooks hear it as {fired} and {resolved}.', { fired: 'metric.alert.fired', resolved: 'metric.alert.resolved' })}
      </p>
    </Fieldset>
  )
}
