import { z } from 'zod'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { create, get, operations, remove, update } from '../kit/operations.ts'
import { MetricName } from './analytics.ts'

/** `rises` and `falls` compare with the days before, in percent; `missing`: nothing was counted. */
export const alertConditions = ['above', 'below', 'rises', 'falls', 'missing'] as const
export type AlertCondition = (typeof alertConditions)[number]
/**
 * Days of the organization. `above` and `rises` look at the days up to now. A day that has just begun has little to count, so `below`, `falls` and
 * `missing` of counts look at whole days, up to the last midnight.
 */
export const alertPeriods = ['1d', '7d', '30d'] as const
export type AlertPeriod = (typeof alertPeriods)[number]
/** `missing`: there is no value, as for the share of nothing. It fires nothing and resolves nothing. */
const alertStates = ['new', 'ok', 'firing', 'missing'] as const
export type AlertStateName = (typeof alertStates)[number]

export const alertLimits = { alerts: 100, checks: 10, recipients: 50 } as const
export const alertCheckMinutes = 15

/** ISO 4217. */
const Currency = z.string().regex(/^[A-Z]{3}$/, 'Three letters, as EUR')

const fields = {
  name: required(120, 'Name is required'),
  metric: MetricName,
  /** Of a metric of amounts: the currency that is watched. Null for all others. */
  currency: Currency.nullable(),
  period: z.enum(alertPeriods),
  condition: z.enum(alertConditions),
  /** In the metric's unit, or percent of a change; null for `missing`. */
  threshold: z.number().min(-1e15).max(1e15).nullable(),
  /** A firing alert resolves when the value is back within this limit; at the threshold unless given. */
  recovery: z.number().min(-1e15).max(1e15).nullable(),
  /** It fires when so many of the last `of` checks are past the limit. */
  needed: z.int().min(1).max(alertLimits.checks),
  of: z.int().min(1).max(alertLimits.checks),
  /** Hours of the organization's clock in which members are not told; they are told afterwards if it still fires. Equal: none. */
  quietFrom: z.int().min(0).max(23),
  quietTo: z.int().min(0).max(23),
  recipients: z.array(Id).max(alertLimits.recipients),
  /** Started each time the alert fires, at any hour. */
  workflowId: Id.nullable(),
  isEnabled: z.boolean(),
}

export const MetricAlert = z
  .object({
    id: Id,
    ...fields,
    name: z.string(),
    currency: z.string().nullable(),
    state: z.enum(alertStates),
    /** Whether it fires, also while its value is missing. */
    isFiring: z.boolean(),
    lastValue: z.number().nullable(),
    checkedAt: Timestamp.nullable(),
    changedAt: Timestamp.nullable(),
    createdBy: z.string(),
    isEditable: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'MetricAlert' })
export type MetricAlert = z.infer<typeof MetricAlert>

export const CreateMetricAlertBody = z.strictObject({
  ...fields,
  currency: fields.currency.default(null),
  period: fields.period.default('1d'),
  threshold: fields.threshold.default(null),
  recovery: fields.recovery.default(null),
  needed: fields.needed.default(1),
  of: fields.of.default(1),
  quietFrom: fields.quietFrom.default(0),
  quietTo: fields.quietTo.default(0),
  recipients: fields.recipients.default([]),
  workflowId: fields.workflowId.default(null),
  isEnabled: fields.isEnabled.default(true),
})
export type CreateMetricAlertBody = z.infer<typeof CreateMetricAlertBody>

export const UpdateMetricAlertBody = z.strictObject({
  ...z.object(fields).partial().shape,
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})
export type UpdateMetricAlertBody = z.infer<typeof UpdateMetricAlertBody>

export const metricAlerts = operations(
  'metric-alerts',
  { read: 'analytics:read', write: 'analytics:write' },
  {
    list: get('/metric-alerts', 'List the alerts on metrics that the caller may see', {
      reply: z.array(MetricAlert).max(alertLimits.alerts),
      v1: true,
    }),
    create: create('/metric-alerts', 'Create an alert on a metric', { body: CreateMetricAlertBody, reply: MetricAlert, v1: true }),
    update: update('/metric-alerts/:id', 'Change an alert; its checks begin anew', {
      body: UpdateMetricAlertBody,
      reply: MetricAlert,
      v1: true,
    }),
    remove: remove('/metric-alerts/:id', 'Delete an alert', { v1: true }),
  },
)
