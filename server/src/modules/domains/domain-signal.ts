import { defineSignal } from '../../platform/events/live.ts'

/** The names that organizations hold have changed. */
export const hostsChanged = defineSignal<{ orgId: string }>('hosts')
