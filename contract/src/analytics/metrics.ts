import type { Permission } from '../permissions.ts'
import type { MetricArea, Split } from './splits.ts'

export type MetricUnit = 'count' | 'percent' | 'milliseconds' | 'usd-micros' | 'money'

/**
 * How values join. `sum`: those of parts add up to that of the whole. `ratio`: numerator and denominator are summed, then divided.
 * `distinct`: counted anew for each stretch and part, never added. `last`: the state at the end of a stretch, recorded once a day.
 */
export type Additivity = 'sum' | 'ratio' | 'distinct' | 'last'

export interface MetricFacts {
  area: MetricArea
  unit: MetricUnit
  additivity: Additivity
  /** Where the rows are read, and the column; of a ratio the two columns that are summed before they are divided. */
  source: string
  value: string | { of: string; per: string }
  /** Besides time. */
  splits: readonly Split[]
  /** The split that the group-by "type" means. */
  type?: Split
  /** Days begin in the organization's time zone. No metric here is counted in UTC; the limits of plans and budgets are, and say so. */
  zone: 'organization'
  /** The value of a stretch in which nothing happened: a count is zero, a ratio has none. */
  empty: 'zero' | 'none'
  /** The moment by which a row is counted: a late one changes the past. */
  counted: string
  permission: Permission
  /** The module whose function computes it. */
  owner: string
  /** Rises with every change of what the number means; results and stored reports carry it. */
  version: number
  goodWhen: 'up' | 'down' | null
}

interface Common {
  area: MetricArea
  source: string
  splits: readonly Split[]
  type?: Split
  counted: string
  permission: Permission
  owner: string
}

const rules = { zone: 'organization', version: 1 } as const

const sum = (common: Common, value: string, unit: MetricUnit = 'count', goodWhen: MetricFacts['goodWhen'] = 'up') =>
  ({ ...common, ...rules, value, unit, goodWhen, additivity: 'sum', empty: 'zero' }) as const satisfies MetricFacts

const ratio = (common: Common, of: string, per: string, unit: MetricUnit = 'percent', goodWhen: MetricFacts['goodWhen'] = 'up') =>
  ({ ...common, ...rules, value: { of, per }, unit, goodWhen, additivity: 'ratio', empty: 'none' }) as const satisfies MetricFacts

const last = (common: Common, value: string, unit: MetricUnit = 'count') =>
  ({ ...common, ...rules, value, unit, goodWhen: 'up', additivity: 'last', empty: 'none' }) as const satisfies MetricFacts

const distinct = (common: Common, value: string) =>
  ({ ...common, ...rules, value, unit: 'count', goodWhen: 'up', additivity: 'distinct', empty: 'zero' }) as const satisfies MetricFacts

const runs: Common = {
  area: 'agents',
  source: 'runs',
  splits: ['organization', 'agent', 'model', 'type'],
  type: 'agent',
  counted: 'the end of the run',
  permission: 'agents:read',
  owner: 'dashboard',
}
const agents: Common = {
  ...runs,
  source: 'agents',
  splits: ['organization', 'user', 'agent-type', 'type'],
  type: 'agent-type',
  counted: 'the creation of the agent',
  owner: 'agents',
}
const sends: Common = {
  area: 'campaigns',
  source: 'sends',
  splits: ['organization', 'user', 'campaign', 'channel', 'type'],
  type: 'channel',
  counted: 'the start of the send',
  permission: 'campaigns:read',
  owner: 'campaigns',
}
const workflowRuns: Common = {
  area: 'workflows',
  source: 'workflow-runs',
  splits: ['organization', 'workflow', 'trigger', 'type'],
  type: 'trigger',
  counted: 'the start of the run',
  permission: 'workflows:read',
  owner: 'workflows',
}
const messages: Common = {
  area: 'conversations',
  source: 'messages',
  splits: ['organization', 'channel', 'type'],
  type: 'channel',
  counted: 'the moment of the message',
  permission: 'messages:read',
  owner: 'messages',
}
const contacts: Common = {
  area: 'contacts',
  source: 'contacts',
  splits: ['organization', 'source', 'type'],
  type: 'source',
  counted: 'the creation of the contact',
  permission: 'contacts:read',
  owner: 'contacts',
}
const revenue: Common = {
  area: 'revenue',
  source: 'revenue',
  splits: ['organization', 'document', 'type'],
  type: 'document',
  counted: 'the date of the document; a void on the day it was voided',
  permission: 'revenue:read',
  owner: 'sales',
}
const usage: Common = {
  area: 'api',
  source: 'usage',
  splits: ['organization', 'user', 'key', 'caller', 'type'],
  type: 'caller',
  counted: 'the moment of the call',
  permission: 'usage:read',
  owner: 'usage-analytics',
}
const modelUse: Common = { ...usage, splits: ['organization', 'user', 'model', 'agent', 'campaign', 'workflow', 'type'], type: 'model' }
const members: Common = {
  area: 'users',
  source: 'members',
  splits: ['organization', 'role', 'type'],
  type: 'role',
  counted: 'the day on which the member joined',
  permission: 'team:read',
  owner: 'organizations',
}

/** Every metric of the product, once. Its words in five languages stand beside the server's functions that compute it. */
export const metrics = {
  agents_created: sum(agents, 'created'),
  agents_active: last({ ...agents, source: 'active-agents', splits: ['organization'], counted: 'now' }, 'active'),
  agent_runs: sum(runs, 'runs'),
  agent_runs_failed: sum(runs, 'failed', 'count', 'down'),
  agent_success_rate: ratio(runs, 'completed', 'finished'),
  agent_response_time: ratio(runs, 'latencyMs', 'finished', 'milliseconds', 'down'),
  agent_cost: sum(runs, 'costMicros', 'usd-micros', 'down'),
  campaigns_started: sum(sends, 'sends'),
  campaigns_sent: sum(sends, 'sent'),
  campaigns_delivered: sum(sends, 'delivered'),
  campaigns_opened: sum(sends, 'opened'),
  campaigns_clicked: sum(sends, 'clicked'),
  campaigns_responded: sum(sends, 'responded'),
  campaigns_bounced: sum(sends, 'bounced', 'count', 'down'),
  campaigns_unsubscribed: sum(sends, 'unsubscribed', 'count', 'down'),
  campaign_open_rate: ratio(sends, 'opened', 'sent'),
  campaign_click_rate: ratio(sends, 'clicked', 'sent'),
  campaign_response_rate: ratio(sends, 'responded', 'sent'),
  campaign_cost: sum(sends, 'costMicros', 'usd-micros', 'down'),
  workflows_active: last({ ...workflowRuns, source: 'active-workflows', splits: ['organization'], counted: 'now' }, 'active'),
  workflow_runs: sum(workflowRuns, 'runs'),
  workflow_runs_failed: sum(workflowRuns, 'failed', 'count', 'down'),
  workflow_success_rate: ratio(workflowRuns, 'succeeded', 'ended'),
  workflow_cost: sum(workflowRuns, 'costMicros', 'usd-micros', 'down'),
  messages_received: sum(messages, 'received'),
  messages_answered: sum(messages, 'answered'),
  messages_by_agents: sum(messages, 'byAgents'),
  conversations_started: sum({ ...messages, source: 'conversations', counted: 'the first message' }, 'started'),
  contacts_new: sum(contacts, 'created'),
  contacts_total: last({ ...contacts, source: 'all-contacts', splits: ['organization'], counted: 'now' }, 'contacts'),
  revenue_total: sum(revenue, 'income', 'money'),
  revenue_received: sum({ ...revenue, splits: ['organization'], counted: 'the date of the payment' }, 'received', 'money'),
  revenue_mrr: last(
    { ...revenue, source: 'recurring', splits: ['organization', 'interval', 'type'], type: 'interval', counted: 'now' },
    'mrr',
    'money',
  ),
  api_calls: sum(usage, 'apiCalls'),
  api_errors: sum(
    { ...usage, source: 'api-errors', splits: ['organization', 'user', 'key', 'caller', 'type'], owner: 'platform' },
    'errors',
    'count',
    'down',
  ),
  model_calls: sum(modelUse, 'modelCalls'),
  model_tokens: sum(modelUse, 'tokens'),
  model_cost: sum(modelUse, 'costMicros', 'usd-micros', 'down'),
  users_new: sum(members, 'joined'),
  users_active: distinct(
    {
      ...members,
      source: 'acts',
      splits: ['organization', 'user', 'role', 'type'],
      counted: 'acts that the activity log keeps',
      owner: 'activity',
    },
    'active',
  ),
} as const satisfies Record<string, MetricFacts>

export type MetricId = keyof typeof metrics
export const metricIds = Object.keys(metrics) as [MetricId, ...MetricId[]]
export const factsOf = (metric: MetricId): MetricFacts => metrics[metric]
/** Whether a stored name is a metric of this release. */
export const isMetric = (name: string): name is MetricId => Object.hasOwn(metrics, name)

/** The ten metrics that the dialog of a custom report offers first. */
export const reportMetrics = [
  'agents_created',
  'agents_active',
  'campaigns_sent',
  'campaigns_opened',
  'api_calls',
  'api_errors',
  'users_new',
  'users_active',
  'revenue_total',
  'revenue_mrr',
] as const satisfies readonly MetricId[]

export const groupings = ['time', 'user', 'organization', 'type'] as const
export type Grouping = (typeof groupings)[number]

/** The split that a grouping means for a metric; null: it would cross the grain of what is counted, so it is refused. */
export function splitOf(metric: MetricId, by: Grouping | Split): Split | 'time' | null {
  const { splits: allowed, type } = factsOf(metric)
  if (by === 'time') return 'time'
  if (!allowed.includes(by)) return null
  return by === 'type' ? (type ?? null) : by
}
