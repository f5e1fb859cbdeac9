import { defineSignal } from '../../platform/events/live.ts'

/** The brand of an organization was saved. */
export const brandChanged = defineSignal<{ orgId: string }>('brand')
