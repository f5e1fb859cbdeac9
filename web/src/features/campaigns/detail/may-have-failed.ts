import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'

/** True if there may be messages to resend: failed ones, and those that no agent wrote, which count as skipped. */
export const mayHaveFailed = (
  { definition }: Pick<Campaign, 'definition'>,
  { failed, skipped }: Pick<Campaign['stats'], 'failed' | 'skipped'>,
): boolean => failed > 0 || (definition.agent !== null && skipped > 0)
