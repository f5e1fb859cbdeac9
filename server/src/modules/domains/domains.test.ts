import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomDomain, DomainSettings } from '@imperium/contract/domains/domains.ts'
import { createDns } from '../../platform/dns.ts'
import { createHttpOut } from '../../platform/http-out/http-out.ts'
import { ownerOfHost, publicUrlOf } from '../../platform/http/host-owners.ts'
import { startDnsServer } from '../../testing/dns/dns-server.ts'
import type { DnsServer } from '../../testing/dns/dns-server.ts'
import { makeCertificate } from '../../testing/dns/make-certificate.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { adoptDomains } from './adopt-domains.ts'
import { checkDueDomains } from './check-domain.ts'

const hour = 3_600_000
const clock = createFakeClock()
const { key, cert } = makeCertificate(['app.customer.test', 'held.customer.test', 'moving.customer.test'])
const trusted = tls.getCACertificates('default')

let t: TestApp
let names: DnsServer
let front: Server
let owner: TestUser
let stranger: TestUser

beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, cert])
  names = await startDnsServer()
  names.set('customer.test', 'NS', 'ns.customer.test')
  names.set('ns.customer.test', 'A', '127.0.0.1')
  names.set('hosting.test', 'A', '127.0.0.9')
  // What stands before the product in the world: a proxy with certificates.
  front = createServer({ key, cert }, (request, response) => {
    const headers = { host: request.headers.host ?? '' }
    void t.app.inject({ url: request.url ?? '/', headers }).then((answer) => response.writeHead(answer.statusCode).end(answer.rawPayload))
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  const env = {
    PUBLIC_URL: `https://hosting.test:${port}`,
    EGRESS_ALLOW: '127.0.0.1',
    CUSTOM_DOMAINS: 'old.partner.test=partner',
    PAYMENTS: 'off',
  }
  t = await createTestApp({ log: 'error', clock, env })
  Object.assign(t.platform, {
    dns: createDns({ servers: [names.address], authorityPort: names.port, allow: ['127.0.0.1'] }),
    httpOut: createHttpOut({ allow: ['127.0.0.1'], resolve: async () => [{ address: '127.0.0.1', family: 4 }], keepAliveMs: 1 }),
  })
  owner = await t.register({ organizationName: 'Northwind' })
  stranger = await t.register({ organizationName: 'Southwind' })
})
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  await t.platform.httpOut.close()
  front.close()
  await t.close()
  await names.close()
})

const call = <T>(method: string, path: string, user = owner, body?: object) =>
  t.call<T>(method, `/api/domains${path}`, { token: user.token, ...(body ? { body } : {}) })
const list = async (user = owner) => (await call<DomainSettings>('GET', '', user)).body.data
const add = async (domain: string, user = owner) => (await call<CustomDomain>('POST', '', user, { domain })).body.data
const verify = async ({ id }: CustomDomain, user = owner) => (await call<CustomDomain>('POST', `/${id}/verify`, user)).body.data
const reached = ({ steps }: CustomDomain) => steps.filter(({ reachedAt }) => reachedAt !== null).map(({ step }) => step)
const proof = ({ records }: CustomDomain) => records.find(({ purpose }) => purpose === 'ownership')
const prove = (domain: CustomDomain) => names.set(proof(domain)?.name ?? '', 'TXT', proof(domain)?.value ?? '')
const noticesOf = async (user: TestUser) => {
  const { rows } = await t.owner.query<{ type: string }>(
    `select payload ->> 'domain' as domain, type from app.outbox where org_id = $1 and type like 'domain.%' order by id`,
    [user.orgId],
  )
  return rows.map(({ type }) => type)
}

describe('custom domains', () => {
  test('goes through the five steps', async () => {
    const added = await add(' HTTPS://App.Customer.test./path ')
    expect(added).toMatchObject({ domain: 'app.customer.test', status: 'pending', sslStatus: 'pending' })
    expect(added.records.map(({ type, name, ttl }) => [type, name, ttl])).toEqual([
      ['CNAME', 'app.customer.test', 3600],
      ['TXT', '_domain-challenge.app.customer.test', 3600],
    ])
    const nothing = await verify(added)
    expect([reached(nothing), nothing.message]).toEqual([
      ['added'],
      'No DNS record of app.customer.test leads anywhere yet. DNS changes can take up to 48 hours.',
    ])
    names.set('app.customer.test', 'CNAME', 'elsewhere.test')
    expect((await verify(added)).message).toBe('app.customer.test leads to elsewhere.test instead of hosting.test.')
    names.set('app.customer.test', 'CNAME', 'hosting.test')
    const leading = await verify(added)
    expect([reached(leading), leading.message]).toEqual([
      ['added', 'dns'],
      'The TXT record _domain-challenge.app.customer.test was not found.',
    ])
    expect(await ownerOfHost(t.platform, 'app.customer.test')).toBeNull()
    prove(added)
    const live = await verify(added)
    expect([reached(live), live.status, live.sslStatus, live.message]).toEqual([
      ['added', 'dns', 'ownership', 'certificate', 'live'],
      'verified',
      'active',
      '',
    ])
    expect(await ownerOfHost(t.platform, 'APP.customer.test')).toMatchObject({ orgId: owner.orgId, slug: owner.slug })
    expect(publicUrlOf(t.platform, owner.orgId)).toMatch(/^https:\/\/app\.customer\.test:\d+$/)
    expect(publicUrlOf(t.platform, stranger.orgId)).toMatch(/^https:\/\/hosting\.test:\d+$/)
    expect(await noticesOf(owner)).toEqual(['domain.verified'])
  })

  test('shows that a certificate is missing, by really connecting', async () => {
    const added = await add('uncertified.customer.test')
    names.set('uncertified.customer.test', 'CNAME', 'hosting.test')
    prove(added)
    const checked = await verify(added)
    expect([reached(checked), checked.status, checked.sslStatus]).toEqual([['added', 'dns', 'ownership'], 'verified', 'pending'])
    expect(checked.message).toBe('The server at uncertified.customer.test presents no valid certificate for this name yet.')
  })

  test('an organization adds a name that another one holds and is told nothing of it; a fresh proof takes it over with a notice', async () => {
    const mine = await add('moving.customer.test')
    names.set('moving.customer.test', 'CNAME', 'hosting.test')
    prove(mine)
    expect((await verify(mine)).status).toBe('verified')
    const theirs = await add('moving.customer.test', stranger)
    const unknown = await add('unknown.customer.test', stranger)
    const shape = ({ id: _id, domain: _domain, records, addedAt: _at, failsAt: _fails, steps: _steps, ...rest }: CustomDomain) => ({
      ...rest,
      records: records.map(({ type, ok }) => [type, ok]),
    })
    expect(shape(theirs)).toEqual(shape(unknown))
    // The other's proof is none for us, and the holder stays.
    expect(await verify(theirs, stranger)).toMatchObject({ status: 'pending', message: expect.stringContaining('holds another value') })
    expect(await ownerOfHost(t.platform, 'moving.customer.test')).toMatchObject({ orgId: owner.orgId })
    prove(theirs)
    expect((await verify(theirs, stranger)).status).toBe('verified')
    expect(await ownerOfHost(t.platform, 'moving.customer.test')).toMatchObject({ orgId: stranger.orgId })
    const lost = (await list()).domains.find(({ domain }) => domain === 'moving.customer.test')
    expect(lost).toMatchObject({
      status: 'failed',
      sslStatus: 'inactive',
      message: 'The owner of moving.customer.test has proved it for another organization.',
    })
    expect(await noticesOf(owner)).toContain('domain.lost')
    // The old proof is worth nothing: a new attempt has a new one.
    const again = (await call<CustomDomain>('POST', `/${mine.id}/retry`)).body.data
    expect(proof(again)?.value).not.toBe(proof(mine)?.value)
    names.set('_domain-challenge.moving.customer.test', 'TXT', proof(mine)?.value ?? '', proof(theirs)?.value ?? '')
    expect((await verify(again)).status).toBe('pending')
    await call('DELETE', `/${mine.id}`)
  })

  test('members read and change nothing, and a foreign id is unknown', async () => {
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const [mine] = (await list(member)).domains
    expect((await call('POST', '', member, { domain: 'x.example.org' })).status).toBe(403)
    expect((await call('DELETE', `/${mine!.id}`, member)).status).toBe(403)
    expect((await call('DELETE', `/${mine!.id}`, stranger)).status).toBe(404)
    expect((await call('POST', `/${mine!.id}/verify`, stranger)).status).toBe(404)
  })

  test('checks every 15 seconds, fails after 48 hours with what was found, and begins anew', async () => {
    const added = await add('late.customer.test')
    names.set('late.customer.test', 'A', '203.0.113.9')
    await verify(added)
    const due = async () => {
      const { rows } = await t.owner.query<{ due: Date }>('select next_check_at as due from app.custom_domains where id = $1', [added.id])
      return rows[0]!.due === null ? null : Math.round((rows[0]!.due.getTime() - clock.now().getTime()) / 1000)
    }
    expect(await due()).toBeGreaterThan(5)
    expect(await due()).toBeLessThanOrEqual(15)
    clock.advance(6 * hour)
    await verify(added)
    expect(await due()).toBeGreaterThan(500)
    clock.advance(43 * hour)
    await checkDueDomains(t.platform)
    const failed = (await list()).domains.find(({ id }) => id === added.id)!
    expect(failed).toMatchObject({ status: 'failed', sslStatus: 'inactive' })
    expect(failed.message).toBe('It could not be verified. late.customer.test leads to 203.0.113.9 instead of hosting.test.')
    expect(await due()).toBeNull()
    expect((await call<CustomDomain>('POST', `/${added.id}/retry`)).body.data.status).toBe('pending')
    expect((await call('POST', `/${added.id}/retry`)).status).toBe(409)
  })

  test('silent name servers change nothing; a name whose records are gone is kept for three days', async () => {
    const added = await add('held.customer.test')
    names.set('held.customer.test', 'CNAME', 'hosting.test')
    prove(added)
    expect((await verify(added)).status).toBe('verified')
    names.set('held.customer.test', 'CNAME', 'elsewhere.test')
    names.set('_domain-challenge.held.customer.test', 'TXT')
    front.close()
    front.closeAllConnections()
    const gone = await verify(added)
    expect([gone.status, reached(gone), gone.sslStatus]).toEqual(['verified', ['added'], 'pending'])
    clock.advance(73 * hour)
    expect((await verify(added)).status).toBe('failed')
    expect(await ownerOfHost(t.platform, 'held.customer.test')).toBeNull()
  })

  test('refuses what is no domain, the own hosts, and a second time', async () => {
    const tries = ['', 'localhost', '10.0.0.1', 'a b.test', 'x.hosting.test', 'hosting.test', 'user@customer.test', 'customer.test:81']
    const statuses = await Promise.all(tries.map(async (domain) => (await call('POST', '', owner, { domain })).status))
    expect(statuses).toEqual(tries.map(() => 422))
    expect((await call('POST', '', owner, { domain: 'app.customer.test' })).status).toBe(409)
    expect((await add('bücher.test')).domain).toBe('xn--bcher-kva.test')
  })

  test('takes over the names of the operator, which ask for no proof and stay', async () => {
    const partner = await t.register()
    await t.owner.query(`update auth.organizations set slug = 'partner' where id = $1`, [partner.orgId])
    await adoptDomains(t.platform)
    await adoptDomains(t.platform)
    const { domains } = await list(partner)
    expect(domains).toMatchObject([{ domain: 'old.partner.test', status: 'verified', isOperators: true }])
    expect(domains[0]!.records.map(({ purpose }) => purpose)).toEqual(['address'])
    expect((await call('DELETE', `/${domains[0]!.id}`, partner)).status).toBe(409)
    expect(await ownerOfHost(t.platform, 'old.partner.test')).toMatchObject({ orgId: partner.orgId })
  })

  test("tells the operator's proxy which names may have a certificate, from memory", async () => {
    const ask = async (domain: string) => (await t.app.inject({ url: `/.well-known/ask-certificate?domain=${domain}` })).statusCode
    expect([await ask('app.customer.test'), await ask('nobody.test'), await ask('late.customer.test'), await ask('')]).toEqual([
      200, 404, 404, 404,
    ])
    const queries = t.platform.db.withSystem
    let asked = 0
    Object.assign(t.platform.db, { withSystem: (...args: Parameters<typeof queries>) => ((asked += 1), queries(...args)) })
    for (let at = 0; at < 200; at++) await ask(`name-${at}.test`)
    Object.assign(t.platform.db, { withSystem: queries })
    expect(asked).toBeLessThanOrEqual(1)
  })
})
