import { defineSignal } from '../../platform/events/live.ts'

export const notificationsChanged = defineSignal<{ orgId: string; userId: string }>('notification')
