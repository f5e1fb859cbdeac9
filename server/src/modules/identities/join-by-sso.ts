import type { Role } from '@imperium/contract/permissions.ts'
import { memberEvents } from '@imperium/contract/events/team.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { asOrg } from '../../platform/db/database.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { forbidden } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Account } from '../auth/index.ts'
import { findOrganization, joinOrganization, lockSeats } from '../organizations/index.ts'
import { countTeam, findOpenInvitation, markAccepted, noSeat } from '../team/index.ts'
import type { Connection } from './sso-store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

/**
 * A user admitted by the organization's provider becomes a member with the default role, if seats allow; invitations reserve
 * theirs. @throws 409 PLAN_LIMIT without a free seat; 403 for a deactivated member, or while joining is not possible.
 */
export async function joinBySso(
  platform: Platform,
  context: PublicContext,
  tx: AuthTx,
  account: Account,
  { orgId, defaultRole }: Connection,
): Promise<void> {
  await lockSeats(tx, orgId)
  const organization = await findOrganization(tx, orgId)
  const now = platform.clock.now()
  // An invited user gets the role of the invitation, which then reserves no second seat.
  const invitation = await findOpenInvitation(tx, orgId, account.email, now)
  const role = (invitation?.role as Role | undefined) ?? defaultRole
  const before = await joinOrganization(tx, orgId, account.id, role)
  if (before === 'ACTIVE') return
  if (before === 'INACTIVE') throw forbidden('Your membership in this organization is deactivated. Ask an administrator.')
  if (!organization || organization.status === 'SUSPENDED' || organization.isBeingDeleted)
    throw forbidden('This organization does not accept new members right now.', 'ORGANIZATION_SUSPENDED')
  if (invitation) await markAccepted(tx, invitation, account.id, now)
  const name = `${account.first_name} ${account.last_name}`.trim()
  await asOrg(tx, orgId, async (orgTx) => {
    const { used, pending } = await countTeam(orgTx, {}, now)
    // The user's own seat is already counted in `used`.
    if (used + pending > organization.maxUsers) throw noSeat(organization.maxUsers)
    await platform.events.emit(orgTx, memberEvents.joined, { userId: account.id, name, role, invitedBy: invitation?.invited_by ?? null })
    await recordAudit(orgTx, orgId, {
      actor: { kind: 'user', id: account.id, name },
      action: 'team.join',
      target: { kind: 'team', id: account.id, name },
      ipAddress: context.ipAddress,
      userAgent: context.userAgent,
      requestId: context.requestId,
      after: { email: account.email, role, method: 'sso' },
    })
  })
  await signal(tx, accessChanged({ userId: account.id }))
}
