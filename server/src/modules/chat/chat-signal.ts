import { defineSignal } from '../../platform/events/live.ts'

/** Something was said or changed in a visitor's conversation; without a session: the chat of an agent was changed. */
export const chatChanged = defineSignal<{ orgId: string; sessionId?: string; agentId?: string }>('chat')
