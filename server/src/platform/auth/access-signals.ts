import { defineSignal } from '../events/live.ts'

/** Sessions, memberships or the rights of a user changed. */
export const accessChanged = defineSignal<{ userId: string }>('access')

/** What members see of the nodes of an organization changed: open streams of those who do not see all end, and are asked for again. */
export const sightChanged = defineSignal<{ orgId: string }>('sight')

/** A key of the organization changed. */
export const apiKeysChanged = defineSignal<{ orgId: string }>('api-key')
