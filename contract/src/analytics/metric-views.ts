import { z } from 'zod'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { create, get, operations, put, remove } from '../kit/operations.ts'
import { MetricName, comparisons, periods } from './analytics.ts'
import { splits } from './splits.ts'

export const viewLimits = { views: 100, pins: 12 } as const

const fields = {
  name: required(120, 'Name is required'),
  metric: MetricName,
  period: z.enum(periods).default('30d'),
  compare: z.enum(comparisons).default('previous'),
  by: z.enum(['time', ...splits]).default('time'),
  isTable: z.boolean().default(false),
}

export const MetricView = z
  .object({
    id: Id,
    name: z.string(),
    metric: MetricName,
    period: z.enum(periods),
    compare: z.enum(comparisons),
    by: z.enum(['time', ...splits]),
    isTable: z.boolean(),
    /** Its place on the caller's dashboard, from 0; null: it is not there. */
    position: z.int().nullable(),
    createdBy: z.string(),
    isEditable: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: 'MetricView' })
export type MetricView = z.infer<typeof MetricView>

export const CreateMetricViewBody = z.strictObject(fields)
export type CreateMetricViewBody = z.infer<typeof CreateMetricViewBody>

export const metricViews = operations(
  'metric-views',
  { read: 'analytics:read', write: 'analytics:write' },
  {
    list: get('/metric-views', 'List saved views of metrics that the caller may see, by name', {
      reply: z.array(MetricView).max(viewLimits.views),
      v1: true,
    }),
    create: create('/metric-views', 'Save a view of a metric', { body: CreateMetricViewBody, reply: MetricView, v1: true }),
    remove: remove('/metric-views/:id', 'Delete a saved view', { v1: true }),
    pin: put('/metric-views/pins', 'Put saved views on the caller’s dashboard, in this order', {
      access: 'analytics:read',
      body: z.strictObject({ ids: z.array(Id).max(viewLimits.pins) }),
      reply: z.array(MetricView).max(viewLimits.views),
    }),
  },
)
