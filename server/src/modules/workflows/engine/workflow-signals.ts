import { defineSignal } from '../../../platform/events/live.ts'

/** A workflow run changed; `ready`: a worker may process it. */
export const workflowRunChanged = defineSignal<{ orgId: string; runId: string; ready: boolean }>('workflow-run')

/** What starts runs from outside changed (published, paused, deleted). */
export const workflowTriggersChanged = defineSignal<{ orgId: string }>('workflow-triggers')
