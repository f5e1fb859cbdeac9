import { defineSignal } from '../../platform/events/live.ts'

/** The numbers of a campaign changed; at most twice a second each. */
export const campaignChanged = defineSignal<{ orgId: string; campaignId: string }>('campaign')
