import { defineSignal } from '../events/live.ts'

/** Sessions, memberships or the rights of a user changed. */
export const accessChanged = defineSignal<{ userId: string }>('access')

/** A key of the organization changed. */
export const apiKeysChanged = defineSignal<{ orgId: string }>('api-key')
