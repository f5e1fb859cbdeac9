import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'
import { create, get, operations, remove } from '../kit/operations.ts'
import { MetricName } from './analytics.ts'

export const goalPeriods = ['month', 'quarter'] as const
export const goalLimits = { goals: 50 } as const

/** `reached`: the value is there. `likely`, `unlikely`: the whole interval is beyond the target, or short of it. `open`: it lies within. */
const goalStates = ['reached', 'likely', 'open', 'unlikely', 'missed'] as const
export type GoalState = (typeof goalStates)[number]

export const MetricGoal = z
  .object({
    id: Id,
    metric: MetricName,
    /** In the caller's language. */
    label: z.string(),
    unit: z.string(),
    currency: z.string().nullable(),
    every: z.enum(goalPeriods),
    /** To reach, or, of what is better when it is lower, not to pass. */
    target: z.int(),
    isLimit: z.boolean(),
    /** The current month or quarter of the organization's calendar. */
    from: z.iso.date(),
    to: z.iso.date(),
    value: z.number(),
    /** At the end of the period; the interval holds it four times in five. Null with less than two weeks of history. */
    forecast: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
    state: z.enum(goalStates),
    createdBy: z.string(),
    isEditable: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: 'MetricGoal' })
export type MetricGoal = z.infer<typeof MetricGoal>

export const CreateMetricGoalBody = z.strictObject({
  /** One whose values add up. */
  metric: MetricName,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Three letters, as EUR')
    .nullable()
    .default(null),
  every: z.enum(goalPeriods).default('month'),
  /** In the metric's unit. */
  target: z.int().min(1, 'Give a target').max(1e15),
})
export type CreateMetricGoalBody = z.infer<typeof CreateMetricGoalBody>

export const metricGoals = operations(
  'metric-goals',
  { read: 'analytics:read', write: 'analytics:write' },
  {
    list: get('/metric-goals', 'List the goals of metrics that the caller may see, with their forecast', {
      reply: z.array(MetricGoal).max(goalLimits.goals),
      v1: true,
    }),
    create: create('/metric-goals', 'Set a goal of a metric', { body: CreateMetricGoalBody, reply: MetricGoal, v1: true }),
    remove: remove('/metric-goals/:id', 'Delete a goal', { v1: true }),
  },
)
