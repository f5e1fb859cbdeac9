import { invitationDays } from '@imperium/contract/team.ts'
import type { Invitation } from '@imperium/contract/team.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { planNames, planThatLifts } from '@imperium/contract/plans.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { hashToken, newToken } from '../../platform/crypto/crypto.ts'
import { conflict, limited, planLimit } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { limitEmails } from '../../platform/mail/limit-emails.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { findEmailStyle } from '../email-designs/index.ts'
import { lockSeats } from '../organizations/index.ts'
import { writeInvitation } from './write-invitation.ts'
import { countTeam, findByAddress, findInvitationForUpdate, insertInvitation, markRevoked, renewInvitation } from './store.ts'

const validMs = invitationDays * 86_400_000
/** Minimum time between two emails about one invitation: it is another person's mailbox. */
const resendEveryMs = 60_000

/**
 * Invites an address: emails it a link that works once, within seven days.
 * @throws 403 EMAIL_NOT_VERIFIED; 409 for a member or an existing invitation; 409 PLAN_LIMIT without a free seat.
 */
export async function invitePerson(platform: Platform, context: OrgContext, request: { email: string; role: Role }): Promise<Invitation> {
  const { tx, org, caller, actor, audit } = context
  requireProvedAddress(context.caller)
  const now = platform.clock.now()
  await lockSeats(tx, org.id)
  const existing = await findByAddress(tx, request.email)
  if (existing?.status === 'ACTIVE') throw conflict('This person is a member already.', 'ALREADY_MEMBER')
  if (existing?.status === 'INACTIVE')
    throw conflict('This person is a member who was deactivated. Activate the member instead.', 'ALREADY_MEMBER')
  if (existing) throw conflict('This person has been invited already. Resend the invitation instead.', 'ALREADY_INVITED')
  await requireSeat(context, now)
  await limitEmails(platform.db, request.email)
  const id = newId()
  const token = newToken()
  const link = { tokenHash: hashToken(token), sentAt: now, expiresAt: new Date(now.getTime() + validMs) }
  await insertInvitation(tx, { id, ...request, ...link, invitedBy: { id: caller.userId, name: actor.name } })
  await sendInvitationEmail(platform, context, request.email, token)
  audit({ targetId: id, targetName: request.email, after: request })
  return readBack(context, id, now)
}

/** Emails a new link; the earlier one stops working, also after it expired. @throws 404; 409 once used or revoked; 429 within a minute. */
export async function resendInvitation(platform: Platform, context: OrgContext, id: string): Promise<Invitation> {
  const { tx, org, audit } = context
  requireProvedAddress(context.caller)
  const now = platform.clock.now()
  await lockSeats(tx, org.id)
  const invitation = found(await findInvitationForUpdate(tx, id, now))
  requireOpen(invitation)
  const waitMs = new Date(invitation.sentAt).getTime() + resendEveryMs - now.getTime()
  if (waitMs > 0) throw limited(Math.ceil(waitMs / 1_000), 'This invitation was sent a moment ago. Please wait a minute.')
  // An expired invitation had released its seat.
  if (invitation.state === 'expired') await requireSeat(context, now)
  await limitEmails(platform.db, invitation.email)
  const token = newToken()
  await renewInvitation(tx, id, { tokenHash: hashToken(token), sentAt: now, expiresAt: new Date(now.getTime() + validMs) })
  await sendInvitationEmail(platform, context, invitation.email, token)
  const renewed = await readBack(context, id, now)
  audit({ targetName: invitation.email, before: { expiresAt: invitation.expiresAt }, after: { expiresAt: renewed.expiresAt } })
  return renewed
}

/** @throws 404; 409 once used or revoked. */
export async function revokeInvitation(platform: Platform, { tx, org, audit }: OrgContext, id: string): Promise<null> {
  const now = platform.clock.now()
  await lockSeats(tx, org.id)
  const invitation = found(await findInvitationForUpdate(tx, id, now))
  requireOpen(invitation)
  await markRevoked(tx, id, now)
  audit({ targetName: invitation.email, before: { state: invitation.state }, after: { state: 'revoked' } })
  return null
}

/** Call it under the lock of the seats. @throws 409 PLAN_LIMIT with the plan that raises the limit. */
export async function requireSeat({ tx, org }: Pick<OrgContext, 'tx' | 'org'>, now: Date): Promise<void> {
  const { used, pending } = await countTeam(tx, {}, now)
  if (used + pending < org.maxUsers) return
  throw noSeat(org.maxUsers)
}

export function noSeat(maxUsers: number) {
  const plan = planThatLifts('maxUsers', maxUsers + 1)
  const values = { users: maxUsers }
  return planLimit(
    plan
      ? message('Your plan allows {users} users. The {plan} plan allows more.', { ...values, plan: planNames[plan] })
      : message('Your plan allows {users} users.', values),
  )
}

function requireOpen({ state }: Invitation): void {
  if (state === 'accepted') throw conflict('This invitation has been accepted.')
  if (state === 'revoked') throw conflict('This invitation was revoked.')
}

async function readBack({ tx }: OrgContext, id: string, now: Date): Promise<Invitation> {
  const invitation = await findInvitationForUpdate(tx, id, now)
  if (!invitation) throw new Error('the invitation cannot be read')
  return invitation
}

async function sendInvitationEmail(platform: Platform, { tx, org, caller, actor }: OrgContext, to: string, token: string): Promise<void> {
  // In the fragment: a browser sends it to no server, so it is in no log and no referrer (SEC-15).
  const url = `${platform.config.publicUrl.replace(/\/$/, '')}/join#token=${token}`
  const style = await findEmailStyle(tx)
  const emailMessage = writeInvitation({
    language: caller.preferences.language,
    organizationName: org.name,
    inviter: actor.name,
    url,
    style,
  })
  await queueEmail(platform, tx, org.id, to, emailMessage)
}
