import type { z } from 'zod'
import type { SignInResponse } from '@imperium/contract/auth/auth.ts'
import { NewAccountFields } from '@imperium/contract/team.ts'
import type { InvitationPreview, JoinBody } from '@imperium/contract/team.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { memberEvents } from '@imperium/contract/events/team.ts'
import { wordedIssue } from '@imperium/contract/kit/issue-texts.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { setCurrentOrganization } from '../../platform/auth/auth-context.ts'
import { hashToken, isToken } from '../../platform/crypto/crypto.ts'
import { asOrg } from '../../platform/db/database.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { AppError, conflict, forbidden, invalid, notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { PublicContext, SignedInContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkPassword, completeSignIn, createInvitedAccount, findAccount, prepareInvitedAccount, proveAddress } from '../auth/index.ts'
import type { Account } from '../auth/index.ts'
import { findOrganization, joinOrganization, listMemberships, lockSeats, toOrganization } from '../organizations/index.ts'
import { noSeat } from './invite-person.ts'
import { findInvitationByToken, markAccepted, stateOf } from './store.ts'
import type { FoundInvitation } from './store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

/** @throws 404 for a link that is unknown or was replaced; 410 once used, revoked or expired; 403 if joining is not possible now. */
export async function previewInvitation(platform: Platform, token: string): Promise<InvitationPreview> {
  return platform.db.withAuth(async (tx) => {
    const { invitation, organization } = await findOpen(platform, tx, token, false)
    return {
      organizationName: organization.name,
      organizationSlug: organization.slug,
      invitedBy: invitation.invited_by_name,
      email: invitation.email,
      role: invitation.role as Role,
      expiresAt: invitation.expires_at.toISOString(),
      hasAccount: (await findAccount(tx, invitation.email)) !== undefined,
    }
  })
}

/**
 * Joins by an emailed link: with a new account of the invited address, or with the password of its account. An account is
 * never overwritten, and its second factor is asked for as at every sign-in (R11, R22).
 */
export async function join(platform: Platform, context: PublicContext, body: z.output<typeof JoinBody>): Promise<SignInResponse> {
  // Read first, so that only requests with a valid link cause hashing; decided again under lock below.
  const { email, organization, existing } = await platform.db.withAuth(async (tx) => {
    const { invitation, organization: inviting } = await findOpen(platform, tx, body.token, false)
    return { email: invitation.email, organization: inviting, existing: await findAccount(tx, invitation.email) }
  })
  const proved = existing ? await checkPassword(platform, context, { email, password: body.password }) : null
  const fresh = proved ? null : await prepareInvitedAccount(platform, context, { email, organization, ...newAccountOf(body) })
  return platform.db.withAuth(async (tx) => {
    const open = await findOpen(platform, tx, body.token, true)
    const account = proved ?? (fresh && (await createInvitedAccount(tx, fresh)))
    if (!account) throw conflict('This address has an account by now. Sign in to accept the invitation.')
    await enter(platform, context, tx, open, account)
    return completeSignIn(platform, context, tx, { account, method: proved ? 'password' : 'invitation', orgId: open.organization.id })
  })
}

/** Joins as the signed-in user. @throws 403 if the invitation is for another address. */
export async function acceptInvitation(platform: Platform, context: SignedInContext, token: string): Promise<Organization> {
  const { tx, caller } = context
  const open = await findOpen(platform, tx, token, true)
  if (open.invitation.email !== caller.email)
    throw forbidden('This invitation is for another email address. Sign in with that address to accept it.')
  const account = await findAccount(tx, caller.email)
  if (!account) throw notFound()
  await enter(platform, context, tx, open, account)
  await setCurrentOrganization(tx, caller.sessionId, caller.userId, open.organization.id)
  const joined = (await listMemberships(tx, caller.userId)).find((each) => each.id === open.organization.id)
  if (!joined) throw notFound('Organization not found.')
  return toOrganization(joined)
}

interface Open {
  invitation: FoundInvitation
  organization: NonNullable<Awaited<ReturnType<typeof findOrganization>>>
}

async function findOpen(platform: Platform, tx: AuthTx, token: string, hold: boolean): Promise<Open> {
  const invitation = isToken(token) ? await findInvitationByToken(tx, hashToken(token), hold) : undefined
  const organization = invitation ? await findOrganization(tx, invitation.org_id) : null
  if (!invitation || !organization) throw notFound('This invitation link is not valid. Ask for a new invitation.')
  const state = stateOf(invitation, platform.clock.now())
  if (state === 'accepted') throw new AppError('INVITATION_USED', 410, 'This invitation has been used already.')
  if (state === 'revoked') throw new AppError('INVITATION_REVOKED', 410, 'This invitation was revoked.')
  if (state === 'expired') throw new AppError('INVITATION_EXPIRED', 410, 'This invitation has expired. Ask for a new one.')
  if (organization.status === 'SUSPENDED' || organization.isBeingDeleted)
    throw forbidden('This organization does not accept new members right now.', 'ORGANIZATION_SUSPENDED')
  return { invitation, organization }
}

function newAccountOf(body: z.output<typeof JoinBody>) {
  const { firstName, lastName, password } = body
  const parsed = NewAccountFields.safeParse({ firstName, lastName, password })
  if (!parsed.success) throw invalid(parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), ...wordedIssue(issue) })))
  return { ...parsed.data, language: body.language }
}

/** Membership, address verification, event and audit, all with the invitation's row locked. */
async function enter(
  platform: Platform,
  context: PublicContext,
  tx: AuthTx,
  { invitation, organization }: Open,
  account: Account,
): Promise<void> {
  const now = platform.clock.now()
  await lockSeats(tx, organization.id)
  // The invitation reserved a seat, unless the organization's limit was lowered meanwhile.
  const { activeMembers = 0, maxUsers = 0 } = (await findOrganization(tx, organization.id)) ?? {}
  const role = invitation.role as Role
  const before = await joinOrganization(tx, organization.id, account.id, role)
  if (before === 'INACTIVE') throw conflict('Your membership in this organization is deactivated. Ask an administrator.')
  if (before === null && activeMembers >= maxUsers) throw noSeat(maxUsers)
  await markAccepted(tx, invitation, account.id, now)
  // A user with the emailed link has access to the mailbox.
  await proveAddress(tx, account.id, now)
  await signal(tx, accessChanged({ userId: account.id }))
  if (before === 'ACTIVE') return
  const name = `${account.first_name} ${account.last_name}`
  await asOrg(tx, organization.id, async (orgTx) => {
    await platform.events.emit(orgTx, memberEvents.joined, { userId: account.id, name, role, invitedBy: invitation.invited_by })
    await recordAudit(orgTx, organization.id, {
      actor: { kind: 'user', id: account.id, name },
      action: 'team.join',
      target: { kind: 'team', id: account.id, name },
      ipAddress: context.ipAddress,
      userAgent: context.userAgent,
      requestId: context.requestId,
      after: { email: invitation.email, role, invitationId: invitation.id },
    })
  })
}
