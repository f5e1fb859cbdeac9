import type { Permission } from '../permissions.ts'

// Apart from the metrics, which would come along to every page that reads an address of the analytics page.

/** The tabs of the analytics page, in their order; `users` is a type of reports only. */
export const metricAreas = ['agents', 'campaigns', 'workflows', 'conversations', 'contacts', 'revenue', 'api', 'users'] as const
export type MetricArea = (typeof metricAreas)[number]

/** What the value of a metric may be split by, besides time. `type` stands for the split that a metric names as its type. */
export const splits = [
  'organization',
  'user',
  'type',
  'agent',
  'agent-type',
  'model',
  'campaign',
  'channel',
  'workflow',
  'trigger',
  'source',
  'key',
  'caller',
  'role',
  'document',
  'interval',
] as const
export type Split = (typeof splits)[number]

/** Splits that name things: the reader must be able to read those. */
export const splitPermissions = {
  user: 'team:read',
  agent: 'agents:read',
  campaign: 'campaigns:read',
  workflow: 'workflows:read',
  key: 'api-keys:manage',
  model: 'usage:read',
} as const satisfies Partial<Record<Split, Permission>>
