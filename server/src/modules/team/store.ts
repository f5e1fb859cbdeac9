import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { Invitation, TeamMember } from '@imperium/contract/team.ts'
import type { MemberStatus } from '@imperium/contract/team.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { AuthTx, OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import type { Invitations } from '../../platform/db/types.gen.ts'
import { latestFirst, listPage } from '../../platform/resources/read-page.ts'
import type { ListOrder } from '../../platform/resources/read-page.ts'
import type { Listed } from '../../platform/resources/list-statement.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

export interface TeamFilter {
  q?: string | undefined
  role?: Role | undefined
  status?: MemberStatus | undefined
}

interface RosterRow {
  id: string
  name: string
  email: string
  role: Role
  status: MemberStatus
  joined_at: Date | null
  last_active_at: Date | null
  expires_at: Date | null
  is_expired: boolean
  updated_at: Date
  sort_key: string
}

// Members and open invitations as one list. Invited users have no name yet; the owner comes first, then names, then addresses.
const roster = sql`
  select r.*, coalesce(r.expires_at <= now(), false) as is_expired, concat(r.role <> 'OWNER', ' ', r.status = 'PENDING', ' ', lower(r.name), ' ', r.email) as sort_key
  from (select user_id as id, name, email, role, status, joined_at, last_active_at, null::timestamptz as expires_at, updated_at from auth.org_members()
        union all
        select id, '', email, role, 'PENDING', null, null, expires_at, sent_at from app.invitations
        where accepted_at is null and revoked_at is null) r`

const matching = ({ q, role, status }: TeamFilter) => sql<boolean>`(
  (${q ?? ''} = '' or r.name ilike ${likePattern(q ?? '')} or r.email ilike ${likePattern(q ?? '')})
  and r.role = coalesce(${role ?? null}, r.role) and r.status = coalesce(${status ?? null}, r.status))`

export const toMember = replyOf(TeamMember, (row: Pick<RosterRow, 'last_active_at'> | { last_active_at: string | null }) => ({
  lastActive: row.last_active_at,
}))

const rosterMatching = (tx: OrgTx, filter: TeamFilter) =>
  tx
    .selectFrom(sql<RosterRow>`(${roster})`.as<'r'>(sql.ref('r')))
    .selectAll()
    .where(matching(filter))

/** The owner first, then by name; the key of the order is the roster's own. */
const rosterOrder: ListOrder = {
  direction: 'asc',
  columns: [
    { by: sql.ref('r.sort_key'), type: 'text' },
    { by: sql.ref('r.id'), type: 'uuid' },
  ],
}

export const rosterPage = listPage(rosterOrder, rosterMatching)

/** Without those who were only invited. */
export const joinedPage = listPage(rosterOrder, (tx, filter: TeamFilter) => rosterMatching(tx, filter).where('r.status', '<>', 'PENDING'))

export async function findTeamMember(tx: OrgTx, id: string): Promise<TeamMember | null> {
  const { rows } = await sql<RosterRow>`select * from (${roster}) r where r.id = ${id}`.execute(tx)
  return rows[0] ? toMember(rows[0]) : null
}

/** Seats used by active members and reserved by invitations that can still be accepted, as of `now`. */
export async function countTeam(tx: OrgTx, filter: TeamFilter, now: Date) {
  const { rows } = await sql<{ used: number; pending: number; inactive: number; matching: number }>`
    select count(*) filter (where r.status = 'ACTIVE') as used, count(*) filter (where r.status = 'PENDING' and r.expires_at > ${now}) as pending,
           count(*) filter (where r.status = 'INACTIVE') as inactive, count(*) filter (where ${matching(filter)}) as matching
    from (${roster}) r`.execute(tx)
  return rows[0] ?? { used: 0, pending: 0, inactive: 0, matching: 0 }
}

/** The membership or open invitation that an address has already. */
export async function findByAddress(tx: OrgTx, email: string): Promise<TeamMember | null> {
  const { rows } = await sql<RosterRow>`select * from (${roster}) r where r.email = ${email} order by r.status = 'PENDING' limit 1`.execute(
    tx,
  )
  return rows[0] ? toMember(rows[0]) : null
}

export interface NewInvitation {
  id: string
  email: string
  role: Role
  tokenHash: Buffer
  invitedBy: { id: string; name: string }
  sentAt: Date
  expiresAt: Date
}

export async function insertInvitation(tx: OrgTx, invitation: NewInvitation): Promise<void> {
  await tx
    .insertInto('invitations')
    .values({
      org_id: tx.orgId,
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      token_hash: invitation.tokenHash,
      invited_by: invitation.invitedBy.id,
      invited_by_name: invitation.invitedBy.name,
      created_at: invitation.sentAt,
      sent_at: invitation.sentAt,
      expires_at: invitation.expiresAt,
    })
    .execute()
}

const invitationColumns = [
  'id',
  'email',
  'role',
  'invited_by',
  'invited_by_name',
  'created_at',
  'sent_at',
  'expires_at',
  'resent_count',
  'accepted_at',
  'revoked_at',
] as const

type InvitationRow = Pick<Selectable<Invitations>, (typeof invitationColumns)[number]>

type Moments = Pick<InvitationRow, 'accepted_at' | 'revoked_at' | 'expires_at'>

export const stateOf = (row: Moments | Listed<Moments>, now: Date): Invitation['state'] =>
  row.accepted_at ? 'accepted' : row.revoked_at ? 'revoked' : new Date(row.expires_at) <= now ? 'expired' : 'pending'

export const toInvitation = replyOf(Invitation, (row: InvitationRow | Listed<InvitationRow>, now: Date) => ({
  state: stateOf(row, now),
  invitedBy: row.invited_by_name,
}))

/** An invitation, with its row locked until the transaction ends. */
export async function findInvitationForUpdate(tx: OrgTx, id: string, now: Date): Promise<Invitation | null> {
  const row = await tx.selectFrom('invitations').select(invitationColumns).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toInvitation(row, now) : null
}

export const invitationPage = listPage(latestFirst('created_at', 'id'), (tx: OrgTx, _all: object) =>
  tx.selectFrom('invitations').select(invitationColumns),
)

/** Another link takes the place of the one before. */
export async function renewInvitation(tx: OrgTx, id: string, link: { tokenHash: Buffer; sentAt: Date; expiresAt: Date }): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ token_hash: link.tokenHash, sent_at: link.sentAt, expires_at: link.expiresAt, resent_count: sql`resent_count + 1` })
    .where('id', '=', id)
    .execute()
}

export async function markRevoked(tx: OrgTx, id: string, now: Date): Promise<void> {
  await tx.updateTable('invitations').set({ revoked_at: now }).where('id', '=', id).execute()
}

/** An invitation by its link, before there is a tenant. `hold` locks its row until the transaction ends, so that it is used once. */
export const findInvitationByToken = (tx: AuthTx, tokenHash: Buffer, hold: boolean) =>
  tx
    .selectFrom('invitations')
    .select(['org_id', ...invitationColumns])
    .where('token_hash', '=', tokenHash)
    .$if(hold, (query) => query.forUpdate())
    .executeTakeFirst()

export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitationByToken>>>

/** The open invitation of an address to one organization, locked until the transaction ends. */
export const findOpenInvitation = (tx: AuthTx, orgId: string, email: string, now: Date) =>
  tx
    .selectFrom('invitations')
    .select(['org_id', ...invitationColumns])
    .where('org_id', '=', orgId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export async function markAccepted(tx: AuthTx, invitation: FoundInvitation, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: userId })
    .where('org_id', '=', invitation.org_id)
    .where('id', '=', invitation.id)
    .execute()
}

/** Invitations that a user sent or accepted. */
export const exportInvitations = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('invitations')
    .select([
      'org_id as organizationId',
      'email',
      'role',
      'invited_by_name as invitedBy',
      'created_at as createdAt',
      'accepted_at as acceptedAt',
    ])
    .where((where) => where.or([where('invited_by', '=', userId), where('accepted_by', '=', userId)]))
    .orderBy('created_at')
    .execute()
