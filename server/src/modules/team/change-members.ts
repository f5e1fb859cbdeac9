import type { TeamMember, team } from '@imperium/contract/team.ts'
import type { Parsed } from '@imperium/contract/kit/endpoint.ts'
import { memberEvents } from '@imperium/contract/events/team.ts'
import { conflict, stale } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { deleteMember, findMemberForUpdate, findOwnerId, lockSeats, setMember } from '../organizations/index.ts'
import type { Member } from '../organizations/index.ts'
import { requireSeat } from './invite-person.ts'
import { findTeamMember } from './store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

type Change = Parsed<typeof team.changeMember>['body']

/**
 * Changes role or status of a member, for their next request in every process (R12); never the own role or the owner's (R11: transfer it).
 * @throws 404; 409 for the owner, the caller, a stale write, and PLAN_LIMIT if a reactivated member finds no free seat.
 */
export async function changeMember(platform: Platform, context: OrgContext, id: string, body: Change): Promise<TeamMember> {
  const { tx, org, audit } = context
  await lockSeats(tx, org.id)
  const before = await findOther(context, id, 'change')
  if (body.updatedAt !== undefined && body.updatedAt !== before.updatedAt) throw stale()
  if (body.status === 'ACTIVE' && before.status === 'INACTIVE') await requireSeat(context, platform.clock.now())
  const role = body.role ?? before.role
  const status = body.status ?? before.status
  await setMember(tx, id, { role, status })
  await signal(tx, accessChanged({ userId: id }))
  await platform.events.emit(tx, memberEvents.updated, { userId: id, name: before.name, role, before: before.role, status })
  audit({ targetName: before.name, before: { role: before.role, status: before.status }, after: { role, status } })
  return readBack(context, id)
}

/** @throws 404; 409 for the owner and for oneself. */
export async function removeMember(platform: Platform, context: OrgContext, id: string): Promise<null> {
  await lockSeats(context.tx, context.org.id)
  const member = await findOther(context, id, 'remove')
  await removeMembership(platform, context, member, 'removed')
  return null
}

/** The caller leaves. @throws 409 LAST_OWNER for the owner. */
export async function leaveOrganization(platform: Platform, context: OrgContext): Promise<null> {
  const { tx, org, caller } = context
  await lockSeats(tx, org.id)
  const member = found(await findMemberForUpdate(tx, caller.userId))
  if (member.role === 'OWNER') throw conflict('You own this organization. Transfer ownership first, or delete it.', 'LAST_OWNER')
  await removeMembership(platform, context, member, 'left')
  return null
}

/** Makes the owner an administrator and an active member the owner, in one step. @throws 404; 409 for the caller or an inactive member. */
export async function transferOwnership(platform: Platform, context: OrgContext, memberId: string): Promise<TeamMember> {
  const { tx, org, caller, audit } = context
  await lockSeats(tx, org.id)
  const next = found(await findMemberForUpdate(tx, memberId))
  // Read again: a concurrent transfer may have been first.
  if ((await findOwnerId(tx)) !== caller.userId) throw stale()
  if (next.userId === caller.userId) throw conflict('You already own this organization.')
  if (next.status !== 'ACTIVE') throw conflict('Only an active member can become the owner.')
  await setMember(tx, caller.userId, { role: 'ADMIN' })
  await setMember(tx, next.userId, { role: 'OWNER' })
  for (const either of [caller.userId, next.userId]) await signal(tx, accessChanged({ userId: either }))
  const { userId, name, role: before, status } = next
  await platform.events.emit(tx, memberEvents.updated, { userId, name, role: 'OWNER', before, status })
  audit({ targetId: next.userId, targetName: next.name, before: { owner: caller.userId }, after: { owner: next.userId } })
  return readBack(context, next.userId)
}

async function removeMembership(platform: Platform, { tx, audit }: OrgContext, member: Member, how: 'removed' | 'left'): Promise<void> {
  await deleteMember(tx, member.userId)
  await signal(tx, accessChanged({ userId: member.userId }))
  await platform.events.emit(tx, memberEvents.removed, { userId: member.userId, name: member.name, how })
  audit({ targetId: member.userId, targetName: member.name, before: { role: member.role, status: member.status } })
}

async function findOther({ tx, caller }: OrgContext, id: string, act: 'change' | 'remove'): Promise<Member> {
  const member = found(await findMemberForUpdate(tx, id))
  if (member.role === 'OWNER')
    throw conflict(act === 'remove' ? 'The owner cannot be removed.' : "The owner's role and status cannot be changed.")
  if (id === caller.userId)
    throw conflict(
      act === 'remove' ? 'You cannot remove yourself. Leave the organization instead.' : 'You cannot change your own role or status.',
    )
  return member
}

async function readBack({ tx }: OrgContext, id: string): Promise<TeamMember> {
  const member = await findTeamMember(tx, id)
  if (!member) throw new Error('the member cannot be read')
  return member
}
