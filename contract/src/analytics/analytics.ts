import { z } from 'zod'
import { Timestamp } from '../kit/fields.ts'
import { get, operations } from '../kit/operations.ts'
import { metricIds } from './metrics.ts'
import { metricAreas, splits } from './splits.ts'

export const MetricName = z.enum(metricIds)

/** Lengths of a period that ends today, in days of the organization's time zone. */
export const periods = ['7d', '30d', '90d', '365d'] as const
export type PeriodName = (typeof periods)[number]
export const comparisons = ['previous', 'year', 'none'] as const
export type Comparison = (typeof comparisons)[number]
const grains = ['day', 'week', 'month'] as const
export type Grain = (typeof grains)[number]

export const MetricDefinition = z
  .object({
    id: MetricName,
    area: z.enum(metricAreas),
    /** In the caller's language, as is the text that says what the number is. */
    label: z.string(),
    text: z.string(),
    unit: z.enum(['count', 'percent', 'milliseconds', 'usd-micros', 'money']),
    /** `sum`: parts add up; `ratio`: sums are divided; `distinct`: counted anew for each part; `last`: the state at the end. */
    additivity: z.enum(['sum', 'ratio', 'distinct', 'last']),
    splits: z.array(z.enum(splits)).max(splits.length),
    /** The time zone in which its days begin. */
    timeZone: z.string(),
    empty: z.enum(['zero', 'none']),
    counted: z.string(),
    version: z.int(),
    goodWhen: z.enum(['up', 'down']).nullable(),
    /** Whether `GET /analytics/rows` lists what it counts; of the others the sums alone are kept. */
    hasRows: z.boolean(),
  })
  .meta({ id: 'MetricDefinition' })
export type MetricDefinition = z.infer<typeof MetricDefinition>

/** Null: there is none, as for the share of nothing. Counts and minor units are whole. */
const Value = z.number().nullable()
/** Percent against the compared stretch, to one decimal; null without one, or where that was zero. */
const Change = z.number().nullable()

export const MetricPoint = z.object({ date: z.iso.date(), value: Value, previous: Value })
export type MetricPoint = z.infer<typeof MetricPoint>

export const MetricRow = z.object({
  /** The id or word of the part; empty for what belongs to none. */
  key: z.string(),
  label: z.string(),
  value: Value,
  previous: Value,
  change: Change,
  /** Inside the organization: the page of the part; null without one. */
  path: z.string().nullable(),
})
export type MetricRow = z.infer<typeof MetricRow>

export const mostRows = 200
export const mostPoints = 400

export const MetricResult = z
  .object({
    metric: MetricName,
    label: z.string(),
    unit: MetricDefinition.shape.unit,
    additivity: MetricDefinition.shape.additivity,
    goodWhen: MetricDefinition.shape.goodWhen,
    version: z.int(),
    /** ISO 4217 of `money`, whose values are minor units: each currency is a result of its own. Else null. */
    currency: z.string().nullable(),
    value: Value,
    previous: Value,
    change: Change,
    points: z.array(MetricPoint).max(mostPoints),
    rows: z.array(MetricRow).max(mostRows),
    /** Parts that are not among the rows: the smallest. */
    moreRows: z.int(),
    /** Inside the organization: the page that lists what is counted; null without one. */
    path: z.string().nullable(),
  })
  .meta({ id: 'MetricResult' })
export type MetricResult = z.infer<typeof MetricResult>

export const MetricAnswer = z
  .object({
    /** The first and the last day, both included, in the time zone. */
    from: z.iso.date(),
    to: z.iso.date(),
    previousFrom: z.iso.date().nullable(),
    previousTo: z.iso.date().nullable(),
    timeZone: z.string(),
    grain: z.enum(grains),
    /** Rows that arrive later change what is said here. */
    asOf: Timestamp,
    results: z.array(MetricResult).max(200),
    /** Metrics that the caller may not see, and those that could not be computed. */
    withheld: z.array(MetricName).max(metricIds.length),
    failed: z.array(MetricName).max(metricIds.length),
  })
  .meta({ id: 'MetricAnswer' })
export type MetricAnswer = z.infer<typeof MetricAnswer>

export const mostCountedRows = 200

export const MetricRows = z
  .object({
    rows: z
      .array(
        z.object({
          /** A moment, or the date of what has none. */
          at: z.string(),
          label: z.string(),
          detail: z.string(),
          /** What it adds to the number; of a ratio, to what it is divided by. */
          value: z.number(),
          currency: z.string().nullable(),
          /** Inside the organization. */
          path: z.string(),
        }),
      )
      .max(mostCountedRows),
    /** There are more than are listed. */
    isMore: z.boolean(),
  })
  .meta({ id: 'MetricRows' })
export type MetricRows = z.infer<typeof MetricRows>

/** Names in the query, separated by commas. */
const metricList = z
  .string()
  .max(2_000)
  .transform((names) => [...new Set(names.split(','))])
  .pipe(z.array(MetricName).min(1, 'Choose at least one metric').max(metricIds.length))

export const periodFields = {
  period: z.enum(periods).default('30d'),
  /** The first and the last day of another period: both or none. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
}

export const analytics = operations('analytics', 'analytics:read', {
  metrics: get('/analytics/metrics', 'List the metrics that the caller may see, with what each number is', {
    reply: z.array(MetricDefinition).max(metricIds.length),
    v1: true,
  }),
  rows: get('/analytics/rows', 'List the rows behind a number, newest first, with what each adds to it', {
    query: z.strictObject({
      metric: MetricName,
      from: z.iso.date(),
      to: z.iso.date(),
      by: z.enum(splits).optional(),
      /** The part, as `key` of a row of the answer by parts. */
      key: z.string().max(200).optional(),
    }),
    reply: MetricRows,
    v1: true,
  }),
  query: get('/analytics/query', 'Values of metrics in a period, by time or by one of their parts, beside the period before', {
    query: z.strictObject({
      metrics: metricList,
      ...periodFields,
      by: z.enum(['time', 'none', ...splits]).default('time'),
      compare: z.enum(comparisons).default('previous'),
      /** Length of the points; by the length of the period unless given. */
      grain: z.enum(grains).optional(),
    }),
    reply: MetricAnswer,
    v1: true,
  }),
})
