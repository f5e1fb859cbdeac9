export interface UsageSearch {
  /** Omitted for the default of 30 days. */
  period?: '7d' | '90d'
  /** Omitted for models. */
  by?: 'agent' | 'campaign' | 'workflow' | 'key' | 'member'
  /** The open row of the models: configuration and model. */
  model?: string
}

const parts = ['agent', 'campaign', 'workflow', 'key', 'member'] as const

export function parseUsageSearch({ period, by, model }: Record<string, unknown>): UsageSearch {
  const part = parts.find((each) => each === by)
  return {
    ...(period === '7d' || period === '90d' ? { period } : {}),
    ...(part ? { by: part } : {}),
    ...(typeof model === 'string' && model !== '' ? { model } : {}),
  }
}
