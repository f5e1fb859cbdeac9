import { defineSignal } from '../../platform/events/live.ts'

export const runChanged = defineSignal<{ orgId: string; runId: string }>('run')

export const runCancelRequested = defineSignal<{ orgId: string; runId: string }>('cancel')
