import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'

/** Whether there may be messages that can be sent again: those that failed, and those that no agent wrote, which count as skipped. */
export const mayHaveFailed = (
  { definition }: Pick<Campaign, 'definition'>,
  { failed, skipped }: Pick<Campaign['stats'], 'failed' | 'skipped'>,
): boolean => failed > 0 || (definition.agent !== null && skipped > 0)
