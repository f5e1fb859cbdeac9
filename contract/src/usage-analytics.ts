import { z } from 'zod'
import { Timestamp } from './kit/fields.ts'
import { get, operations, put } from './kit/operations.ts'
import type { Permission } from './permissions.ts'

export const usagePeriods = ['7d', '30d', '90d'] as const
export type UsagePeriod = (typeof usagePeriods)[number]
/** What usage is broken down by. */
export const usageParts = ['model', 'agent', 'campaign', 'workflow', 'key', 'member'] as const
export type UsagePart = (typeof usageParts)[number]

/** A breakdown names its subjects, so the caller must be able to read those. */
export const partPermissions = {
  model: 'usage:read',
  agent: 'agents:read',
  campaign: 'campaigns:read',
  workflow: 'workflows:read',
  key: 'api-keys:manage',
  member: 'team:read',
} as const satisfies Record<UsagePart, Permission>

const periodQuery = { period: z.enum(usagePeriods).default('30d') }
const partQuery = { ...periodQuery, by: z.enum(usageParts).default('model') }

const figures = {
  /** Calls of AI models. */
  modelCalls: z.int(),
  /** Calls of the public API and with API keys. */
  apiCalls: z.int(),
  runs: z.int(),
  failedRuns: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Cost of AI models in millionths of a US dollar. */
  costMicros: z.int(),
  /** Messages given to a channel. */
  messages: z.int(),
}
export const UsageFigures = z.object(figures).meta({ id: 'UsageFigures' })
export type UsageFigures = z.infer<typeof UsageFigures>

export const ModelUsage = z
  .object({
    /** The configuration of the model; the zero uuid where it has none. */
    configId: z.uuid(),
    modelId: z.string(),
    modelName: z.string(),
    provider: z.string(),
    /** `#6366f1` */
    providerColor: z.string(),
    /** Calls of the model. */
    apiCalls: z.int(),
    dietPlansGenerated: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    costMicros: z.int(),
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ModelUsage' })
export type ModelUsage = z.infer<typeof ModelUsage>

export const UsageDashboard = z
  .object({
    /** `totalApiCalls`: calls of models in the period. The models are those configured. */
    overview: z.object({ totalApiCalls: z.int(), activeModels: z.int(), totalModels: z.int() }),
    /** Calls of models a day of the organization's time zone, oldest first, zeros included. */
    chartData: z.array(z.object({ date: z.iso.date(), count: z.int() })).max(90),
    usageByModel: z.array(ModelUsage).max(500),
    totals: UsageFigures,
    timeZone: z.string(),
    /** Prepaid AI credits, in minor units; null: there are none. */
    credits: z.object({ balance: z.int(), spentThisMonth: z.int(), currency: z.string() }).nullable(),
  })
  .meta({ id: 'UsageDashboard' })
export type UsageDashboard = z.infer<typeof UsageDashboard>

export const UsageRow = z
  .object({
    /** Null: what belongs to none of them. */
    subjectId: z.uuid().nullable(),
    /** Null for a deleted one, and for what belongs to none. */
    name: z.string().nullable(),
    ...figures,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'UsageRow' })
export type UsageRow = z.infer<typeof UsageRow>

/** Most used first. The sums of the rows are the totals. */
export const UsageBreakdown = z.object({ rows: z.array(UsageRow).max(501), totals: UsageFigures }).meta({ id: 'UsageBreakdown' })
export type UsageBreakdown = z.infer<typeof UsageBreakdown>

/** The cost of models in a calendar month (UTC) at which the owners are told, in millionths of a US dollar; null: never. */
export const UsageAlert = z.object({ amountMicros: z.int().nullable() }).meta({ id: 'UsageAlert' })
export type UsageAlert = z.infer<typeof UsageAlert>

export const usageAnalytics = operations('usage-analytics', 'usage:read', {
  dashboard: get('/usage-analytics/dashboard', 'Calls of AI models in a period, by day and by model', {
    query: z.strictObject(periodQuery),
    reply: UsageDashboard,
    v1: true,
  }),
  /** An older address, with /api twice, that clients still call. */
  dashboardAlias: get('/api/usage-analytics/dashboard', 'The same at its older address', {
    query: z.strictObject(periodQuery),
    reply: UsageDashboard,
  }),
  breakdown: get('/usage-analytics/breakdown', 'Metered usage in a period by model, agent, campaign, workflow, API key or member', {
    query: z.strictObject(partQuery),
    reply: UsageBreakdown,
    v1: true,
  }),
  alert: get('/usage-analytics/alert', 'Read the cost of models at which the owners are told', { reply: UsageAlert }),
  setAlert: put('/usage-analytics/alert', 'Say at which cost of models in a month the owners are told', {
    access: 'agents:write',
    body: z.strictObject({
      amountMicros: z.int().min(1_000_000, 'At least $1').max(1_000_000_000_000, 'At most $1,000,000').nullable(),
    }),
    reply: UsageAlert,
  }),
  export: get('/usage-analytics/export', 'A breakdown of usage as CSV', {
    query: z.strictObject(partQuery),
    file: 'text/csv',
    rate: { max: 10, perSeconds: 60 },
    audited: true,
  }),
})
