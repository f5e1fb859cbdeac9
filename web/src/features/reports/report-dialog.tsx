import { Checkbox, Fieldset, Input, MultiSelect, Select, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { periods } from '@imperium/contract/analytics/analytics.ts'
import type { MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import { groupings, reportMetrics, splitOf } from '@imperium/contract/analytics/metrics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import { CreateReportBody, chartTypes, reportLimits, reports } from '@imperium/contract/reports/reports.ts'
import type { Report } from '@imperium/contract/reports/reports.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { definitionsQuery } from '../analytics/index.ts'
import { changed, reportsQuery } from './api.ts'
import { chartLabels, groupLabels, periodLabels } from './report-labels.ts'
import type { ReportValues } from './report-values.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import classes from './reports.module.css'

interface ReportDialogProps {
  /** The one to change; null for a new one. */
  id: string | null
  /** What a new one starts from. */
  templateId: string | null
  onClose: () => void
}

/** Creates or changes a report of the organization. */
export function ReportDialog({ id, templateId, onClose }: ReportDialogProps) {
  const { data } = useQuery(reportsQuery)
  const definitions = useQuery(definitionsQuery)
  if (!data || !definitions.data) return null
  const editing = data.find((report) => report.id === id)
  const start = editing ?? data.find((report) => report.id === templateId)
  return <ReportForm editing={editing ?? null} start={start ?? null} definitions={definitions.data} onClose={onClose} />
}

interface FormProps {
  editing: Report | null
  start: Report | null
  definitions: readonly MetricDefinition[]
  onClose: () => void
}

function ReportForm({ editing, start, definitions, onClose }: FormProps) {
  const { timeZone } = useOrganization()
  const refusal = useGate('reports:write')
  const known = new Set(definitions.map(({ id }) => id))
  const form = useContractForm<ReportValues>({
    initialValues: {
      name: editing?.name ?? '',
      description: start?.description ?? '',
      chartType: start?.chartType ?? 'bar',
      metrics: start?.metrics.filter((metric) => known.has(metric)) ?? [],
      groupBy: start?.groupBy ?? 'time',
      period: start?.period ?? '30d',
      schedule: start?.schedule ?? null,
      recipients: start?.recipients ?? [],
    },
    schema: CreateReportBody,
  })
  const save = useMutation({
    mutationFn: (body: ReportValues) =>
      editing
        ? call(reports.update, { params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } })
        : call(reports.create, { body }),
    meta: { silent: true, success: t('Report saved'), invalidates: changed },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The report could not be saved'))
    },
  })
  const { name, metrics } = form.values
  // A name and one metric are needed: until then there is nothing to create.
  const missing = name.trim() === '' || metrics.length === 0 ? t('Give it a name and choose at least one metric') : undefined
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit report') : t('Create Custom Report')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={editing ? t('Save changes') : t('Create Report')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal ?? missing}
      width={680}
    >
      <TextInput label={t('Report Name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t('Description')} autosize minRows={2} maxLength={1000} {...form.getInputProps('description')} />
      <div className={classes.schedule}>
        <Select
          label={t('Chart type')}
          data={chartTypes.map((value) => ({ value, label: chartLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('chartType')}
        />
        <Select
          label={t('Group by')}
          data={groupings.map((value) => ({ value, label: groupLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('groupBy')}
        />
        <Select
          label={t('Date Range')}
          data={periods.map((value) => ({ value, label: periodLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('period')}
        />
      </div>
      <MetricFields
        definitions={definitions}
        groupBy={form.values.groupBy}
        metrics={metrics}
        onChange={(next) => form.setFieldValue('metrics', next)}
        error={metricsError(form.errors)}
      />
      <ScheduleFields values={form.values} timeZone={timeZone} onChange={(next) => form.setValues(next)} />
    </FormDialog>
  )
}

/** The server names the metric by its place. */
const metricsError = (errors: Readonly<Record<string, unknown>>): string | undefined => {
  const found = Object.entries(errors).find(([path]) => path === 'metrics' || path.startsWith('metrics.'))
  return typeof found?.[1] === 'string' ? found[1] : undefined
}

interface MetricFieldsProps {
  definitions: readonly MetricDefinition[]
  groupBy: CreateReportBody['groupBy']
  metrics: readonly MetricId[]
  onChange: (metrics: MetricId[]) => void
  error: string | undefined
}

/** The ten usual metrics as boxes, all others in a list. What cannot be grouped this way is off, with the reason. */
function MetricFields({ definitions, groupBy, metrics, onChange, error }: MetricFieldsProps) {
  const [all, setAll] = useState(() => metrics.some((metric) => !isUsual(metric)))
  const usual = definitions.filter(({ id }) => isUsual(id))
  const others = definitions.filter(({ id }) => !isUsual(id) && splitOf(id, groupBy) !== null)
  const isFull = metrics.length >= reportLimits.metrics
  return (
    <Fieldset legend={t('Metrics')} variant="unstyled">
      <div className={classes.metrics}>
        {usual.map(({ id, label, text }) => {
          const isOn = metrics.includes(id)
          const fits = splitOf(id, groupBy) !== null
          return (
            <Checkbox
              key={id}
              label={label}
              description={fits ? text : t('Cannot be grouped by {group}', { group: groupLabels[groupBy] })}
              checked={isOn}
              disabled={(!fits || isFull) && !isOn}
              onChange={() => onChange(isOn ? metrics.filter((metric) => metric !== id) : [...metrics, id])}
            />
          )
        })}
      </div>
      <Checkbox mt="sm" label={t('Choose from all metrics')} checked={all} onChange={() => setAll(!all)} />
      {all && (
        <MultiSelect
          mt="sm"
          aria-label={t('More metrics')}
          data={others.map(({ id, label }) => ({ value: id, label }))}
          value={metrics.filter((metric) => !isUsual(metric))}
          maxValues={reportLimits.metrics}
          searchable
          onChange={(next) => onChange([...metrics.filter(isUsual), ...others.map(({ id }) => id).filter((id) => next.includes(id))])}
        />
      )}
      {error && <Input.Error mt="xs">{error}</Input.Error>}
    </Fieldset>
  )
}

const isUsual = (metric: MetricId): boolean => (reportMetrics as readonly MetricId[]).includes(metric)
