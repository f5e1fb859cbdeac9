import type { Comparison, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { MetricArea, Split } from '@imperium/contract/analytics/splits.ts'
import { t } from '../../lib/words.ts'

export const areaLabels: Record<MetricArea, string> = {
  agents: t('Agents'),
  campaigns: t('Campaigns'),
  workflows: t('Workflows'),
  conversations: t('Conversations'),
  contacts: t('Contacts'),
  revenue: t('Revenue'),
  api: t('API'),
  users: t('Users'),
}

export const splitLabels: Record<Split, string> = {
  organization: t('Organization'),
  user: t('Member'),
  type: t('Type'),
  agent: t('Agent'),
  'agent-type': t('Agent type'),
  model: t('Model'),
  campaign: t('Campaign'),
  channel: t('Channel'),
  workflow: t('Workflow'),
  trigger: t('Trigger'),
  source: t('Source'),
  key: t('API key'),
  caller: t('Caller'),
  role: t('Role'),
  document: t('Document'),
  interval: t('Interval'),
}

/** The figures above the charts; the first of an area is the one that its chart shows first. */
export const headlines: readonly MetricId[] = [
  ...(['agent_runs', 'agent_success_rate', 'agent_response_time', 'agent_cost', 'agents_active'] as const),
  ...(['campaigns_sent', 'campaigns_delivered', 'campaign_open_rate', 'campaign_click_rate', 'campaign_response_rate'] as const),
  ...(['workflow_runs', 'workflow_success_rate', 'workflow_runs_failed', 'workflow_cost', 'workflows_active'] as const),
  ...(['conversations_started', 'messages_received', 'messages_answered', 'messages_by_agents'] as const),
  ...(['contacts_new', 'contacts_total'] as const),
  ...(['revenue_total', 'revenue_received', 'revenue_mrr'] as const),
  ...(['users_new', 'users_active'] as const),
  ...(['api_calls', 'api_errors', 'model_calls', 'model_tokens', 'model_cost'] as const),
]

export const periodLabels: Record<PeriodName, string> = { '7d': t('7 days'), '30d': t('30 days'), '90d': t('90 days'), '365d': t('1 year') }
export const comparisonLabels: Record<Comparison, string> = {
  previous: t('Previous period'),
  year: t('Same days a year before'),
  none: t('No comparison'),
}
