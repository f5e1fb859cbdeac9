import { hashToken, newToken } from '../../../platform/crypto/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import { testPassword } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A fifth member that an operation may change, remove or make the owner. */
async function addColleague({ t, org, word }: Setting): Promise<string> {
  const id = newId()
  await t.owner.query(
    `with person as (insert into auth.users (id, email, first_name, last_name, terms_version, email_verified_at) values ($1, $2, 'Col', $3, 'x', now()))
     insert into auth.memberships (org_id, user_id, role) values ($4, $1, 'MEMBER')`,
    [id, `${id}@example.com`, word('League'), org.id],
  )
  return id
}

/** An invitation as it was mailed an hour ago, and the token of its link. */
async function writeInvitation(t: TestApp, orgId: string, email: string): Promise<{ id: string; token: string }> {
  const id = newId()
  const token = newToken()
  await t.owner.query(
    `insert into app.invitations (org_id, id, email, role, token_hash, invited_by_name, sent_at, expires_at)
     values ($1, $2, $3, 'VIEWER', $4, 'Sample', now() - interval '1 hour', now() + interval '6 days')`,
    [orgId, id, email, hashToken(token)],
  )
  return { id, token }
}

/** A separate organization, neither suspended nor full, whatever the matrix does to the others. */
async function makeHost(t: TestApp): Promise<string> {
  const id = newId()
  await t.owner.query(
    `insert into auth.organizations (id, name, slug, max_users, max_agents, storage_limit_bytes, api_calls_limit, messages_limit) values ($1, 'Host', $2, 9, 9, 9, 9, 9)`,
    [id, `host-${id.slice(-12)}`],
  )
  return id
}

const someone = ({ word }: Setting) => `${word('guest').toLowerCase()}@example.com`

const openInvitation = async (setting: Setting) => writeInvitation(setting.t, setting.org.id, someone(setting))
const linkFor = async (setting: Setting, email: string) => (await writeInvitation(setting.t, await makeHost(setting.t), email)).token

export const samples: Samples<'team'> = {
  'team.members': (): Sample => ({}),
  'team.users': (): Sample => ({}),
  'team.stats': (): Sample => ({}),
  'team.invitations': (): Sample => ({}),
  'team.invite': (setting: Setting): Sample => ({ body: { email: someone(setting), role: 'USER' } }),
  'team.resend': async (setting: Setting): Promise<Sample> => ({ params: { id: (await openInvitation(setting)).id } }),
  'team.revoke': async (setting: Setting): Promise<Sample> => ({ params: { id: (await openInvitation(setting)).id } }),
  'team.changeMember': async (setting: Setting): Promise<Sample> => ({
    params: { id: await addColleague(setting) },
    body: { role: 'VIEWER' },
  }),
  'team.removeMember': async (setting: Setting): Promise<Sample> => ({ params: { id: await addColleague(setting) } }),
  'team.transferOwnership': async (setting: Setting): Promise<Sample> => ({ body: { memberId: await addColleague(setting) } }),
  'team.leave': (): Sample => ({}),
  'team.previewInvitation': async (setting: Setting): Promise<Sample> => ({ body: { token: await linkFor(setting, someone(setting)) } }),
  'team.join': async (setting: Setting): Promise<Sample> => ({
    body: { token: await linkFor(setting, someone(setting)), firstName: 'New', lastName: 'Comer', password: testPassword },
  }),
  'team.accept': async (setting: Setting): Promise<Sample> => ({ body: { token: await linkFor(setting, setting.caller.email) } }),
}

export const pagedSamples: PagedSamples = {
  // An organization of the matrices has four members.
  'team.members': async () => ({}),
  'team.users': async () => ({}),
  'team.invitations': async ({ create }) => {
    await create('team.invite')
    await create('team.invite')
    return {}
  },
}
