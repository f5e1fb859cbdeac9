import type { agentTypes } from '@imperium/contract/agents.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'

/** Name and meaning of a metric: what is counted, and what is not. */
type MetricWords = readonly [label: string, text: string]

export interface Words {
  metrics: Readonly<Record<MetricId, MetricWords>>
  /** Of parts that are words of the product and not names: channels, roles and the like, by `split key`. */
  parts: Readonly<Record<PartWord, string>>
  /** What belongs to none of the parts, a part that was deleted, and the smallest parts together. */
  none: string
  deleted: string
  others: string
}

type PartWord =
  | `channel:${'email' | 'sms' | 'whatsapp' | 'webhook' | 'chat'}`
  | `role:${'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER'}`
  | `source:${'manual' | 'import' | 'api' | 'form' | 'reply' | 'agent' | 'workflow'}`
  | `trigger:${'webhook' | 'schedule' | 'event' | 'manual' | 'workflow' | 'retry' | 'test'}`
  | `caller:${'key' | 'session'}`
  | `interval:${'week' | 'month' | 'year'}`
  | `document:${'sales-invoice' | 'sales-void' | 'sales-credit-note' | 'sales-payment'}`
  | `agent-type:${(typeof agentTypes)[number]}`
