import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { translateMessage } from '../../lib/words.ts'

/** The reason of a pause, in the language of the page: the member or the rule that paused it. */
export const pauseText = ({ pauseReason, pauseReasonKey }: Pick<Campaign, 'pauseReason' | 'pauseReasonKey'>): string =>
  translateMessage({ message: pauseReason, ...pauseReasonKey })
