import { z } from 'zod'
import { required } from '../kit/fields.ts'
import { operations, post } from '../kit/operations.ts'
import { MetricName, comparisons, periods } from './analytics.ts'
import { splits } from './splits.ts'

/** A question in words as a query over the registry: what the page shows, and what its reader can change. Never SQL. */
export const AskedQuery = z.object({
  metric: MetricName,
  period: z.enum(periods),
  by: z.enum(['time', ...splits]),
  compare: z.enum(comparisons),
})
export type AskedQuery = z.infer<typeof AskedQuery>

export const Answer = z
  .object({
    /**
     * `query`: one metric fits, and every word was read. `choice`: the reader chooses, as several metrics fit or words were not read. `unknown`: it
     * is not in the registry. `refused`: the metric cannot be split this way.
     */
    state: z.enum(['query', 'choice', 'unknown', 'refused']),
    queries: z.array(AskedQuery.extend({ label: z.string() })).max(6),
    /** Words of the question that say nothing to the registry. */
    unread: z.array(z.string()).max(20),
  })
  .meta({ id: 'AnalyticsAnswer' })
export type Answer = z.infer<typeof Answer>

export const ask = operations('ask', 'analytics:read', {
  read: post('/analytics/ask', 'Turn a question in words into a query over the metrics, or ask back', {
    body: z.strictObject({ question: required(300, 'Ask something') }),
    reply: Answer,
    rate: { max: 60, perSeconds: 60 },
    audited: false,
    v1: true,
  }),
})
