import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTarget, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetricDefinition, MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { CreateMetricGoalBody, goalPeriods, metricGoals } from '@imperium/contract/analytics/metric-goals.ts'
import type { GoalState, MetricGoal } from '@imperium/contract/analytics/metric-goals.ts'
import { call } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { reportError } from '../../../lib/query-client.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { Meter } from '../../../ui/meter.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import type { StatusTone } from '../../../ui/status-dot.tsx'
import { scaleOf } from '../alerts/alert-labels.ts'
import { formatMetric } from '../format-metric.ts'
import { goalsChanged, goalsQuery, removeGoalMutation } from '../views/api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../analytics.module.css'

const everyLabels = { month: t('Month'), quarter: t('Quarter') } as const
const states: Record<GoalState, { label: string; tone: StatusTone }> = {
  reached: { label: t('Reached'), tone: 'ok' },
  likely: { label: t('On track'), tone: 'ok' },
  open: { label: t('Open||goal'), tone: 'info' },
  unlikely: { label: t('Unlikely'), tone: 'warn' },
  missed: { label: t('Over the limit'), tone: 'bad' },
}

/** The goals of an area's metrics, each with a forecast and its interval. */
export function GoalsCard({ own }: { own: readonly MetricDefinition[] }) {
  const { data } = useQuery(goalsQuery)
  const refusal = useGate('analytics:write')
  const [isOpen, setOpen] = useState(false)
  const fitting = own.filter(({ additivity }) => additivity === 'sum')
  const goals = data?.filter(({ metric }) => fitting.some(({ id }) => id === metric)) ?? []
  if (!data || fitting.length === 0) return null
  return (
    <Card
      title={t('Goals')}
      aside={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => setOpen(true)}
        >
          {t('Set a goal')}
        </Button>
      }
    >
      {goals.length === 0 ? (
        <p className={classes.about}>
          <IconTarget size={15} stroke={1.7} aria-hidden /> {t('No goals yet. A goal shows where the month or quarter is likely to end.')}
        </p>
      ) : (
        <ul className={styles.list}>
          {goals.map((goal) => (
            <Goal key={goal.id} goal={goal} />
          ))}
        </ul>
      )}
      {isOpen && <GoalDialog metrics={fitting} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Goal({ goal }: { goal: MetricGoal }) {
  const { id, label, currency, every, target, from, to, value, forecast, state, isEditable } = goal
  const remove = useMutation(removeGoalMutation)
  const unit = goal.unit as MetricResult['unit']
  const format = (amount: number) => formatMetric(amount, { unit, currency })
  return (
    <li className={classes.alertRow}>
      <span className={styles.grow}>
        <Meter label={`${label}, ${everyLabels[every]}`} used={value} limit={target} format={format} />
        <StatusDot tone={states[state].tone} label={states[state].label} />
        <span className={`${styles.hint} ${styles.wrap}`}>
          {t('{from} to {to}', { from: formatDay(from), to: formatDay(to) })}
          {' · '}
          {forecast
            ? t('Forecast {value}, four times in five between {low} and {high}', {
                value: format(forecast.value),
                low: format(forecast.low),
                high: format(forecast.high),
              })
            : t('A forecast needs two weeks of history')}
        </span>
      </span>
      {isEditable && (
        <ActionIcon
          aria-label={t('Delete: {name}', { name: label })}
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id } })}
        >
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

type GoalValues = CreateMetricGoalBody & Record<string, unknown>

function GoalDialog({ metrics, onClose }: { metrics: readonly MetricDefinition[]; onClose: () => void }) {
  const unitOf = (id: string) => metrics.find((each) => each.id === id)?.unit ?? 'count'
  const toBody = (values: CreateMetricGoalBody): CreateMetricGoalBody => {
    const currency = unitOf(values.metric) === 'money' ? values.currency : null
    return { ...values, currency, target: Math.round(values.target * scaleOf(unitOf(values.metric), currency, 'above')) }
  }
  const form = useContractForm<GoalValues>({
    initialValues: { metric: metrics[0]?.id ?? 'agent_runs', currency: 'USD', every: 'month', target: 0 },
    schema: CreateMetricGoalBody,
    toBody,
  })
  const save = useMutation({
    mutationFn: (body: CreateMetricGoalBody) => call(metricGoals.create, { body }),
    meta: { silent: true, success: t('Goal set'), invalidates: goalsChanged },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The goal could not be set'))
    },
  })
  const isMoney = unitOf(form.values.metric) === 'money'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Set a goal')}
      onSubmit={form.onSubmit((values) => save.mutate(toBody(values)))}
      submitLabel={t('Set goal')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={form.values.target > 0 ? undefined : t('Give a target')}
      width={520}
    >
      <Select
        label={t('Metric')}
        searchable
        data={metrics.map(({ id, label }) => ({ value: id, label }))}
        allowDeselect={false}
        {...form.getInputProps('metric')}
      />
      <div className={classes.fields}>
        <Select
          label={t('Every')}
          data={goalPeriods.map((value) => ({ value, label: everyLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('every')}
        />
        {isMoney && <TextInput label={t('Currency')} maxLength={3} {...form.getInputProps('currency')} />}
        <NumberInput label={t('Target')} withAsterisk min={0} thousandSeparator="," hideControls {...form.getInputProps('target')} />
      </div>
    </FormDialog>
  )
}
