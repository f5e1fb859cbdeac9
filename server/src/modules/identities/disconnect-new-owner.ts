import { memberEvents } from '@imperium/contract/events/team.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { endSessionsOfSso } from '../auth/index.ts'
import { deleteIdentityOf } from './store.ts'

/**
 * Administrators choose the organization's provider and must not become the owner by it (ADR 13): a member who was connected by it
 * and now owns the organization is disconnected, and may connect again from their own account.
 */
export const disconnectNewOwner = ({ db }: Platform) =>
  onEvent({
    event: memberEvents.updated,
    name: 'identities.disconnectNewOwner',
    worksAtRest: 'the security of accounts',
    run: async ({ orgId, payload: { userId, role } }) => {
      if (role !== 'OWNER') return
      await db.withAuth(async (tx) => {
        await deleteIdentityOf(tx, userId, { provider: 'sso', ssoOrgId: orgId })
        await endSessionsOfSso(tx, orgId, userId)
      })
    },
  })
