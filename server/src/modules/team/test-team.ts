import type { Invitation, TeamMember } from '@imperium/contract/team.ts'
import { testPassword } from '../../testing/test-app.ts'
import type { TestResponse, TestApp, TestUser } from '../../testing/test-app.ts'

interface Posted {
  to: string
  subject: string
  text: string
  fromName: string
}

/** All queued emails of an organization, the newest first: tests without workers read the queue. */
export async function queuedEmails(t: TestApp, orgId: string): Promise<Posted[]> {
  const { rows } = await t.owner.query<{ data: { letterId: string; sealed: string } }>(
    `select data from pgboss.job where name = 'platform.deliverLetter' and group_id = $1 order by created_on desc, (data->>'letterId') desc`,
    [orgId],
  )
  return rows.map(({ data }) => JSON.parse(t.platform.keyRing.decrypt(data.sealed, `letter:${data.letterId}`)) as Posted)
}

/** The token of the link that was mailed to an address last. */
export async function mailedToken(t: TestApp, orgId: string, email: string): Promise<string> {
  const emailMessage = (await queuedEmails(t, orgId)).find(({ to }) => to === email)
  const token = /\/join#token=([\w-]{43})/.exec(emailMessage?.text ?? '')?.[1]
  if (!token) throw new Error(`no invitation was mailed to ${email}`)
  return token
}

/** Makes the invitations of an organization older: if the clock advanced instead, sessions would end. */
export async function ageInvitations(t: TestApp, orgId: string, ms: number): Promise<void> {
  await t.owner.query(
    `update app.invitations set created_at = created_at - $2 * interval '1 ms', sent_at = sent_at - $2 * interval '1 ms',
       expires_at = expires_at - $2 * interval '1 ms' where org_id = $1`,
    [orgId, ms],
  )
}

let count = 0
export const newAddress = (): string => `guest${++count}-${Math.random().toString(36).slice(2, 8)}@example.com`

export const invite = (t: TestApp, by: TestUser, email: string, role = 'MEMBER'): Promise<TestResponse<Invitation>> =>
  t.call<Invitation>('POST', '/api/team/invitations', { token: by.token, body: { email, role } })

export interface Joined {
  token: string
  user: { id: string; email: string; emailVerified: boolean }
  organization: { id: string; slug: string; role: string }
}

export const joinAsNew = (t: TestApp, token: string): Promise<TestResponse<Joined>> =>
  t.call<Joined>('POST', '/api/auth/join', { body: { token, firstName: 'Gil', lastName: 'Guest', password: testPassword } })

/** An invited user who has joined with a new account. */
export async function bring(t: TestApp, by: TestUser, role = 'MEMBER'): Promise<TestUser> {
  const email = newAddress()
  const invited = await invite(t, by, email, role)
  if (invited.status !== 201) throw new Error(`invite: ${invited.status} ${JSON.stringify(invited.body)}`)
  const { status, body } = await joinAsNew(t, await mailedToken(t, by.orgId, email))
  if (status !== 200) throw new Error(`join: ${status} ${JSON.stringify(body)}`)
  return { token: body.data.token, userId: body.data.user.id, email, orgId: by.orgId, slug: by.slug }
}

export async function listMembers(t: TestApp, by: TestUser, query = ''): Promise<TeamMember[]> {
  return (await t.call<TeamMember[]>('GET', `/api/team/members${query}`, { token: by.token })).body.data
}
