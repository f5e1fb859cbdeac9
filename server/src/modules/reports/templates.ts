import type { ChartType, ReportType } from '@imperium/contract/reports/reports.ts'
import type { Grouping, MetricId } from '@imperium/contract/analytics/metrics.ts'

/** A report of the product: every organization has it, and no one edits it. */
export interface ReportTemplate {
  id: string
  /** Of its name and description in the texts. */
  key: 'agents' | 'campaigns' | 'api' | 'users' | 'revenue' | 'workflows' | 'conversations' | 'contacts'
  type: ReportType
  chartType: ChartType
  groupBy: Grouping
  metrics: readonly MetricId[]
}

const idOf = (number: number) => `00000000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`

/** Their ids never change: runs and links refer to them. */
export const templates: readonly ReportTemplate[] = [
  {
    id: idOf(1),
    key: 'agents',
    type: 'agents',
    chartType: 'line',
    groupBy: 'time',
    metrics: ['agent_runs', 'agent_success_rate', 'agent_response_time', 'agent_cost', 'agents_created', 'agents_active'],
  },
  {
    id: idOf(2),
    key: 'campaigns',
    type: 'campaigns',
    chartType: 'bar',
    groupBy: 'time',
    metrics: ['campaigns_sent', 'campaigns_delivered', 'campaigns_opened', 'campaigns_clicked', 'campaign_response_rate', 'campaign_cost'],
  },
  {
    id: idOf(3),
    key: 'api',
    type: 'api',
    chartType: 'line',
    groupBy: 'time',
    metrics: ['api_calls', 'api_errors', 'model_calls', 'model_cost'],
  },
  { id: idOf(4), key: 'users', type: 'users', chartType: 'bar', groupBy: 'time', metrics: ['users_active', 'users_new'] },
  {
    id: idOf(5),
    key: 'revenue',
    type: 'revenue',
    chartType: 'line',
    groupBy: 'time',
    metrics: ['revenue_total', 'revenue_received', 'revenue_mrr'],
  },
  {
    id: idOf(6),
    key: 'workflows',
    type: 'workflows',
    chartType: 'line',
    groupBy: 'time',
    metrics: ['workflow_runs', 'workflow_success_rate', 'workflow_runs_failed', 'workflow_cost'],
  },
  {
    id: idOf(7),
    key: 'conversations',
    type: 'conversations',
    chartType: 'bar',
    groupBy: 'time',
    metrics: ['conversations_started', 'messages_received', 'messages_answered', 'messages_by_agents'],
  },
  { id: idOf(8), key: 'contacts', type: 'contacts', chartType: 'bar', groupBy: 'time', metrics: ['contacts_new', 'contacts_total'] },
]

export const findTemplate = (id: string): ReportTemplate | undefined => templates.find((each) => each.id === id)
