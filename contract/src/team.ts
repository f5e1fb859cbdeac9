import { z } from 'zod'
import { Email, NewPassword, SignInResponse } from './auth/auth.ts'
import { Id, Timestamp, required, text } from './kit/fields.ts'
import { create, get, list, operations, post, remove, update } from './kit/operations.ts'
import { Language } from './languages.ts'
import { Organization, Role } from './organizations.ts'

/** An invitation's link works for so long: a forgotten email opens nothing later. */
export const invitationDays = 7

/** Roles that can be assigned: ownership is only transferred. */
export const givenRoles = ['ADMIN', 'MEMBER', 'VIEWER'] as const
/** The team screens and older clients use USER for MEMBER. */
const GivenRole = z.enum(['ADMIN', 'MEMBER', 'USER', 'VIEWER']).transform((role) => (role === 'USER' ? 'MEMBER' : role))
const AnyRole = z.enum(['OWNER', 'ADMIN', 'MEMBER', 'USER', 'VIEWER']).transform((role) => (role === 'USER' ? 'MEMBER' : role))

export const memberStatuses = ['ACTIVE', 'PENDING', 'INACTIVE'] as const
export const MemberStatus = z.enum(memberStatuses)
export type MemberStatus = z.infer<typeof MemberStatus>

/** A member or an invitation (PENDING): then `id` is the invitation's, and no user has joined yet. */
export const TeamMember = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    role: Role,
    status: MemberStatus,
    joinedAt: Timestamp.nullable(),
    lastActive: Timestamp.nullable(),
    /** When the invitation expires; null for a member. */
    expiresAt: Timestamp.nullable(),
    /** An expired invitation: it takes no seat and can be sent again. */
    isExpired: z.boolean(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>

export const invitationStates = ['pending', 'expired', 'accepted', 'revoked'] as const
export const Invitation = z
  .object({
    id: Id,
    email: z.string(),
    role: Role,
    state: z.enum(invitationStates),
    invitedBy: z.string(),
    createdAt: Timestamp,
    sentAt: Timestamp,
    expiresAt: Timestamp,
    resentCount: z.int(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

/** Active members take a seat, as does every invitation that can still be accepted. */
export const TeamStats = z
  .object({
    maxUsers: z.int(),
    used: z.int(),
    pending: z.int(),
    available: z.int(),
    inactive: z.int(),
    /** Rows of the list under the same filter. */
    matching: z.int(),
  })
  .meta({ id: 'TeamStats' })
export type TeamStats = z.infer<typeof TeamStats>

const filter = { q: text(200).optional(), role: AnyRole.optional(), status: MemberStatus.optional() }

export const InvitationPreview = z
  .object({
    organizationName: z.string(),
    organizationSlug: z.string(),
    invitedBy: z.string(),
    email: z.string(),
    role: Role,
    expiresAt: Timestamp,
    /** The address has an account: its password or session is required instead of a new one. */
    hasAccount: z.boolean(),
  })
  .meta({ id: 'InvitationPreview' })
export type InvitationPreview = z.infer<typeof InvitationPreview>

/** From an emailed link. Accepts any text: a malformed token gets the same 404 as an unknown one. */
const InvitationToken = z.string().min(1, 'This invitation link is not valid').max(200, 'This invitation link is not valid')

export const JoinBody = z.strictObject({
  token: InvitationToken,
  /** A new account's names and its new password; of an existing account only its password. */
  firstName: required(80, 'First name is required').optional(),
  lastName: required(80, 'Last name is required').optional(),
  password: z.string().min(1, 'Password is required').max(1024),
  language: Language.optional(),
})
/** Fields of a new account, checked by the form before it is sent. */
export const NewAccountFields = z.object({
  firstName: required(80, 'First name is required'),
  lastName: required(80, 'Last name is required'),
  password: NewPassword,
})

export const team = operations(
  'team',
  { read: 'team:read', write: 'team:manage' },
  {
    members: list('/team/members', 'List members and open invitations: the owner first, then by name', {
      row: TeamMember,
      filter: filter,
      v1: true,
    }),
    users: list('/users', 'List the users of the organization: the owner first, then by name', {
      row: TeamMember,
      filter: { q: text(200).optional(), role: AnyRole.optional(), status: z.enum(['ACTIVE', 'INACTIVE']).optional() },
      v1: true,
    }),
    stats: get('/team/stats', 'Count seats and members', {
      query: z.strictObject(filter),
      reply: TeamStats,
      v1: true,
    }),
    invitations: list('/team/invitations', 'List invitations, the newest first', {
      row: Invitation,
      access: 'team:manage',
    }),
    invite: create('/team/invitations', 'Invite a member by email; the link works once, within 7 days', {
      recentSignIn: true,
      idempotent: true,
      body: z.strictObject({ email: Email, role: GivenRole }),
      reply: Invitation,
      rate: { max: 100, perSeconds: 3600 },
    }),
    resend: post('/team/invitations/:id/resend', 'Email a new link for an invitation; the one before stops working', {
      reply: Invitation,
      errors: [409],
      rate: { max: 100, perSeconds: 3600 },
    }),
    revoke: remove('/team/invitations/:id', 'Revoke an invitation; its link stops working'),
    changeMember: update('/team/members/:id', "Change a member's role, or deactivate or activate a member", {
      access: 'team:roles',
      recentSignIn: true,
      v1: true,
      body: z
        .strictObject({ role: GivenRole.optional(), status: z.enum(['ACTIVE', 'INACTIVE']).optional(), updatedAt: Timestamp.optional() })
        .refine(({ role, status }) => role !== undefined || status !== undefined, { path: ['role'], message: 'Choose a role or a status' })
        .meta({ examples: [{ role: 'VIEWER' }] }),
      reply: TeamMember,
    }),
    removeMember: remove('/team/members/:id', 'Remove a member; what the member made stays'),
    transferOwnership: post('/team/transfer-ownership', 'Hand the organization over to an active member and become an administrator', {
      access: 'team:transfer',
      recentSignIn: true,
      body: z.strictObject({ memberId: Id }),
      reply: TeamMember,
      errors: [404, 409],
    }),
    leave: post('/team/leave', 'Leave the organization; its owner hands it over or deletes it first', {
      access: 'team:read',
      whileSuspended: true,
      errors: [409],
    }),
    previewInvitation: post('/auth/join/preview', 'Read what an invitation link invites to', {
      access: 'public',
      body: z.strictObject({ token: InvitationToken }),
      reply: InvitationPreview,
      errors: [403, 404, 410],
      transaction: false,
      rate: { max: 120, perSeconds: 900 },
    }),
    join: post('/auth/join', 'Join by an invitation, with a new account or the password of an existing one, and sign in', {
      access: 'public',
      body: JoinBody,
      reply: SignInResponse,
      errors: [401, 403, 404, 409, 410],
      transaction: false,
      rate: { max: 60, perSeconds: 900 },
    }),
    accept: post('/auth/join/accept', 'Join by an invitation as the signed-in user; it must be for the same address', {
      access: 'signed-in',
      body: z.strictObject({ token: InvitationToken }),
      reply: Organization,
      errors: [404, 409, 410],
      // The record is the organization's own, and written with the joining.
      audited: false,
      rate: { max: 60, perSeconds: 900 },
    }),
  },
)
