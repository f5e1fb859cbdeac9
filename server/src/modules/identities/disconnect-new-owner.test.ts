import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
})
afterAll(() => t.close())

/** As a sign-in by the organization's provider leaves it. */
async function connect({ userId, orgId }: TestUser, ssoOrgId: string | null): Promise<void> {
  await t.owner.query(
    `insert into auth.identities (id, user_id, provider, sso_org_id, issuer, subject, email) values ($1, $2, $3, $4, 'https://idp.example', gen_random_uuid()::text, 'x@example.com')`,
    [newId(), userId, ssoOrgId ? 'sso' : 'google', ssoOrgId],
  )
  if (ssoOrgId) await t.owner.query('update auth.sessions set sso_org_id = $2 where user_id = $1', [userId, orgId])
}

const providersOf = async (userId: string) =>
  (await t.owner.query<{ provider: string }>('select provider from auth.identities where user_id = $1', [userId])).rows.map(
    (row) => row.provider,
  )

test('ADR 13: disconnects a new owner from the provider that administrators choose', async () => {
  const owner = await t.register()
  const next = await t.addMember(owner.orgId, 'MEMBER')
  const other = await t.addMember(owner.orgId, 'MEMBER')
  await connect(next, null)
  for (const member of [next, other]) await connect(member, owner.orgId)
  const { status } = await t.call('POST', '/api/team/transfer-ownership', { token: owner.token, body: { memberId: next.userId } })
  expect(status).toBe(200)
  await expect.poll(() => providersOf(next.userId), { timeout: 25_000 }).toEqual(['google'])
  const profile = async (token: string) => (await t.call('GET', '/api/auth/profile', { token })).status
  await expect.poll(() => profile(next.token)).toBe(401)
  expect([await providersOf(other.userId), await profile(other.token)]).toEqual([['sso'], 200])
})
