import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomDomain } from '@imperium/contract/domains/domains.ts'
import { isHeldHost, ownerOfHost } from '../../platform/http/host-owners.ts'
import { productEmails } from '../../testing/product-emails.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'

// Requests and records that others choose: Host headers, unclaimed names, records that answer for every name.

let t: TestApp
let owner: TestUser
let stranger: TestUser
/** Records by name; a name server that answers from it. */
const records = new Map<string, string[]>()
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { PUBLIC_URL: 'https://hosting.test', PAYMENTS: 'off' } })
  const none = async () => []
  const readTxtAtSource = async (name: string) => records.get(name) ?? records.get('*') ?? []
  const dns = {
    readTxt: none,
    readTxtAtSource,
    readTargetAtSource: async () => ({ cnames: ['hosting.test'], addresses: [] }),
    readAddresses: none,
  }
  Object.assign(t.platform, { dns })
  owner = await t.register({ organizationName: 'Northwind' })
  stranger = await t.register({ organizationName: 'Southwind' })
})
afterAll(() => t.close())

const call = async (user: TestUser, method: string, path: string, body?: object) =>
  (await t.call<CustomDomain>(method, `/api/domains${path}`, { token: user.token, ...(body ? { body } : {}) })).body.data
const proofOf = ({ records: shown }: CustomDomain) => shown.find(({ purpose }) => purpose === 'ownership')

test('ten thousand unclaimed names cost no query, and so no certificate', async () => {
  // Read once, as with the first request to a host.
  await ownerOfHost(t.platform, 'first.test')
  const { withSystem, withOrg } = t.platform.db
  let queries = 0
  const counted =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      queries += 1
      return work(...args)
    }
  Object.assign(t.platform.db, { withSystem: counted(withSystem), withOrg: counted(withOrg) })
  let held = 0
  for (let at = 0; at < 10_000; at++) if (isHeldHost(t.platform, `name-${at}.example.com`)) held += 1
  Object.assign(t.platform.db, { withSystem, withOrg })
  expect(held).toBe(0)
  // One more read where half a minute passed meanwhile.
  expect(queries).toBeLessThanOrEqual(1)
})

test.each(['*.customer.test', '127.0.0.1', '[::1]', 'localhost', 'hosting.test', 'a..b', '', 'x'.repeat(300), '%00.test'])(
  'asks for no certificate for %j',
  async (domain) => {
    const reply = await t.app.inject({ url: `/.well-known/ask-certificate?domain=${encodeURIComponent(domain)}` })
    expect([reply.statusCode, reply.body]).toEqual([404, 'no'])
  },
)

test("a record that answers for every name proves one claim alone, and an expired claim's record nothing", async () => {
  const own = await call(owner, 'POST', '', { domain: 'shop.wild.test' })
  const foreign = await call(stranger, 'POST', '', { domain: 'shop.wild.test' })
  // `* TXT` of the zone: any name has the owner's proof.
  records.set('*', [proofOf(own)?.value ?? ''])
  expect((await call(stranger, 'POST', `/${foreign.id}/verify`)).status).toBe('pending')
  expect((await call(owner, 'POST', `/${own.id}/verify`)).status).toBe('verified')
  // The claim fails and begins anew: with another secret, so the record of then proves nothing.
  await t.owner.query(`update app.custom_domains set status = 'failed' where id = $1`, [own.id])
  const anew = await call(owner, 'POST', `/${own.id}/retry`)
  expect(proofOf(anew)?.value).not.toBe(proofOf(own)?.value)
  expect((await call(owner, 'POST', `/${own.id}/verify`)).status).toBe('pending')
  await until(async () => (await ownerOfHost(t.platform, 'shop.wild.test')) === null)
  records.clear()
})

test('a forged Host header is in no link, and cookies are for the one host that set them', async () => {
  const body = { email: 'forged@example.com', password: testPassword, firstName: 'Eve', lastName: 'Else', organizationName: 'Forged' }
  const headers = { host: 'evil.test', origin: 'https://hosting.test', 'sec-fetch-site': 'same-origin' }
  const reply = await t.app.inject({ method: 'POST', url: '/api/auth/register', payload: body, headers })
  expect(reply.statusCode).toBe(201)
  for (const cookie of [reply.headers['set-cookie']].flat()) {
    expect(cookie).toMatch(/^__Host-/)
    expect(cookie).not.toMatch(/domain=/i)
  }
  const letters = (await productEmails(t)).filter(({ to }) => to === 'forged@example.com')
  expect(letters.length).toBeGreaterThan(0)
  for (const { text } of letters) {
    expect(text).toContain('https://hosting.test/')
    expect(text).not.toContain('evil.test')
  }
})

test.each(['evil.test', 'northwind.evil.test', `northwind.hosting.test.evil.test`, 'www.hosting.test', 'hosting.test:444@evil.test'])(
  'the host %j belongs to no organization',
  async (host) => {
    expect(await ownerOfHost(t.platform, host)).toBeNull()
  },
)
