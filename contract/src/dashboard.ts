import { z } from 'zod'
import { get, operations } from './kit/operations.ts'
import { Id, Micros, Timestamp } from './kit/fields.ts'
import { PlanType } from './plans.ts'

export const days = ['7', '30', '90'] as const
const daysQuery = z.strictObject({
  days: z
    .enum(days)
    .default('7')
    .transform((value) => Number(value) as 7 | 30 | 90),
})

/** Percent against the previous period of the same length; null when that period is zero. */
const Growth = z.number().nullable()

export const DashboardStats = z
  .object({
    overview: z.object({ totalAgents: z.int(), activeAgents: z.int(), totalUsers: z.int() }),
    growth: z.object({
      agentsGrowth: Growth,
      executionsGrowth: Growth,
      usersGrowth: Growth,
      successRateGrowth: Growth,
      responseTimeGrowth: Growth,
      costGrowth: Growth,
    }),
    usage: z.object({ agentExecutionsToday: z.int(), agentExecutionsThisMonth: z.int(), agentExecutionsInPeriod: z.int() }),
    performance: z.object({
      /** US dollars. */
      totalCostThisMonth: z.number(),
      totalCostThisMonthMicros: Micros,
      costInPeriodMicros: Micros,
      /** Milliseconds over the period; null without a finished run. */
      avgAgentResponseTime: z.number().nullable(),
      p95AgentResponseTime: z.number().nullable(),
      /** Percent over the period; null without a finished run. */
      avgSuccessRate: z.number().nullable(),
    }),
    timeZone: z.string(),
  })
  .meta({ id: 'DashboardStats' })

export const DashboardCharts = z
  .object({
    /** One entry a day of the organization's time zone, oldest first, zeros included. */
    agentExecutionsTrend: z
      .array(z.object({ date: z.iso.date(), count: z.int(), successRate: z.number().nullable(), avgLatencyMs: z.number().nullable() }))
      .max(90),
    /** The ten busiest agents of the period. */
    agentPerformance: z.array(z.object({ agentId: Id, name: z.string(), successRate: z.number(), runs: z.int() })).max(10),
    modelUsage: z.array(z.object({ model: z.string(), count: z.int(), percentage: z.number() })).max(50),
  })
  .meta({ id: 'DashboardCharts' })

export const Analytics = z
  .object({
    days: z.int(),
    overview: DashboardStats.shape.overview,
    growth: DashboardStats.shape.growth,
    usage: DashboardStats.shape.usage,
    performance: DashboardStats.shape.performance,
    trend: DashboardCharts.shape.agentExecutionsTrend,
    agents: DashboardCharts.shape.agentPerformance,
    models: DashboardCharts.shape.modelUsage,
    timeZone: z.string(),
  })
  .meta({ id: 'Analytics' })

/** Figures of the period (`from` to now) and of now, beside those of agents. A growth compares as in the stats. */
export const DashboardWork = z
  .object({
    /** The first moment of the period: the filter of the rows behind its figures. */
    from: Timestamp,
    campaigns: z.object({
      running: z.int(),
      scheduled: z.int(),
      /** Of the sends that began in the period. */
      sends: z.int(),
      sent: z.int(),
      sentGrowth: Growth,
      delivered: z.int(),
      opened: z.int(),
      clicked: z.int(),
      responded: z.int(),
      /** Of the messages, by the prices of the accounts. */
      costMicros: Micros,
    }),
    workflows: z.object({
      active: z.int(),
      runs: z.int(),
      runsGrowth: Growth,
      failed: z.int(),
      /** Percent of the ended runs; null without one. */
      successRate: z.number().nullable(),
      /** Of the agents that the runs called: part of the cost of agents. */
      costMicros: Micros,
    }),
    /** What the caller's inbox shows: unfinished conversations. */
    conversations: z.object({
      open: z.int(),
      unread: z.int(),
      unassigned: z.int(),
      /** Messages of contacts in the period. */
      received: z.int(),
      receivedGrowth: Growth,
    }),
  })
  .meta({ id: 'DashboardWork' })
export type DashboardWork = z.infer<typeof DashboardWork>

export const activityTypes = ['agent_created', 'agent_executed', 'user_joined', 'workflow_executed', 'change'] as const

export const ActivityItem = z
  .object({
    id: z.string(),
    type: z.enum(activityTypes),
    /** In English. */
    message: z.string(),
    /** The same as a sentence with `{names}` and their values, for translation. */
    sentence: z.string(),
    values: z.record(z.string(), z.string()),
    timestamp: Timestamp,
    actor: z.string(),
    /** Path inside the organization, for example `agents?agent=…`; null when there is no page to open. */
    link: z.string().nullable(),
  })
  .meta({ id: 'ActivityItem' })

export const Usage = z
  .object({
    planType: PlanType,
    storageBytes: z.int(),
    storageLimitBytes: z.int(),
    apiCalls: z.int(),
    apiCallsLimit: z.int(),
    /** Messages given to a channel in this calendar month (UTC), and the plan's limit. */
    messages: z.int(),
    messagesLimit: z.int(),
    contacts: z.int(),
    contactsLimit: z.int(),
    /** Of agents, and tokens of models, in this calendar month (UTC). */
    runs: z.int(),
    runsLimit: z.int(),
    tokens: z.int(),
    tokensLimit: z.int(),
    agents: z.int(),
    agentsLimit: z.int(),
    costMicros: Micros,
    budgetMicros: z.int().nullable(),
  })
  .meta({ id: 'Usage' })

export const heldKinds = [
  'campaign',
  'scheduled_campaign',
  'workflow_run',
  'workflow_schedule',
  'agent_run',
  'webhook',
  'recurring_invoice',
  'renewal',
  'report',
  'digest',
  'confirmation',
  'trigger',
  'diet_plan',
  'email',
  'job',
] as const
export type HeldKind = (typeof heldKinds)[number]

/** What waits in a restored copy; null where nothing is held. It was due by now, so the installation that was backed up may have done it. */
export const HeldWork = z
  .object({
    since: Timestamp,
    /** Until when the data knows what was done. */
    dataUntil: Timestamp.nullable(),
    items: z
      .array(
        z.object({
          kind: z.enum(heldKinds),
          /** The campaign, workflow, agent, webhook, template of invoices, report, connection or diet plan. */
          id: Id.nullable(),
          name: z.string(),
          count: z.int(),
          dueAt: Timestamp.nullable(),
        }),
      )
      .max(500),
  })
  .meta({ id: 'HeldWork' })
export type HeldWork = z.infer<typeof HeldWork>

export const dashboard = operations('dashboard', 'dashboard:read', {
  stats: get('/dashboard/stats', 'Counts, growth, usage and performance of the organization', {
    query: daysQuery,
    reply: DashboardStats,
    v1: true,
  }),
  charts: get('/dashboard/charts', 'Runs a day, performance of agents and usage of models', {
    query: daysQuery,
    reply: DashboardCharts,
    v1: true,
  }),
  analytics: get('/analytics', 'Figures of a period: what the dashboard shows, with the busiest agents in pages', {
    query: daysQuery.extend({
      /** Of the ten busiest agents, so many. */
      limit: z.coerce.number().int().min(1).max(10).default(10),
      /** Of the ten busiest agents, leave out the first. */
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
    }),
    reply: Analytics,
    v1: true,
  }),
  work: get('/dashboard/work', 'Figures of campaigns, workflows and conversations, with their cost', {
    query: daysQuery,
    reply: DashboardWork,
    v1: true,
  }),
  heldWork: get('/dashboard/held-work', 'What waits in a restored copy, and may have gone out already; null where nothing is held', {
    reply: HeldWork.nullable(),
  }),
  activity: get('/dashboard/activity', 'What happened last in the organization', {
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(10) }),
    reply: z.array(ActivityItem).max(100),
    v1: true,
  }),
  usage: get('/usage', 'Metered usage of this month against the limits of the plan', { access: 'usage:read', reply: Usage, v1: true }),
})
