import type { MetricId } from '@imperium/contract/analytics/metrics.ts'

/** Below the organization, the list of the rows that a number counts, from the first moment of its period. */
const paths: Partial<Record<MetricId, (since: string) => string>> = {
  agents_created: () => 'agents',
  agents_active: () => 'agents?status=ACTIVE',
  agent_runs: (since) => `agents/runs?since=${since}`,
  agent_runs_failed: (since) => `agents/runs?since=${since}&status=failed`,
  agent_success_rate: (since) => `agents/runs?since=${since}&status=ended`,
  agent_response_time: (since) => `agents/runs?since=${since}`,
  agent_cost: (since) => `agents/runs?since=${since}`,
  workflows_active: () => 'workflows?status=active',
  workflow_runs: (since) => `workflows?tab=history&since=${since}`,
  workflow_runs_failed: (since) => `workflows?tab=history&since=${since}&run=failed`,
  workflow_success_rate: (since) => `workflows?tab=history&since=${since}&run=ended`,
  workflow_cost: (since) => `workflows?tab=history&since=${since}`,
  messages_received: () => 'messages?state=all',
  messages_answered: () => 'messages?state=all',
  messages_by_agents: () => 'messages?state=all',
  conversations_started: () => 'messages?state=all',
  contacts_new: () => 'contacts',
  contacts_total: () => 'contacts',
  revenue_total: () => 'sales-invoice',
  revenue_received: () => 'sales-invoice',
  revenue_mrr: () => 'sales-recurring',
  api_calls: () => 'settings/analytics?by=key',
  api_errors: () => 'settings/api-keys',
  model_calls: () => 'settings/analytics',
  model_tokens: () => 'settings/analytics',
  model_cost: () => 'settings/analytics',
  users_new: () => 'settings/team',
  users_active: () => 'activity',
}

const ofSends = (since: string) => `campaigns?sentSince=${since}`

export const pathOfMetric = (metric: MetricId, from: Date | undefined): string | null =>
  from === undefined ? null : (paths[metric] ?? ofSends)(from.toISOString())
