import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErasureCertificate, LegalHold } from '@imperium/contract/erasure/erasure.ts'
import { heldOrganizations } from '../../platform/retention.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register({ organizationName: 'Northwind' })
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const contact = async (email: string) => (await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email })).body.data.id

test('a legal hold refuses to erase a contact, alone or among others, until it is released', async () => {
  const [held, other] = [await contact('held@example.com'), await contact('other@example.com')]
  const { body, status } = await call<LegalHold>('POST', '/legal-holds', { contactId: held, reason: 'Case 12' })
  expect([status, body.data]).toMatchObject([201, { contactId: held, contactName: 'Ada', reason: 'Case 12', releasedAt: null }])
  expect((await call('POST', '/legal-holds', { contactId: held, reason: 'Again' })).status).toBe(409)
  const refused = await call('DELETE', `/contacts/${held}`)
  expect([refused.status, refused.body.error]).toEqual([409, 'A legal hold keeps this from being erased: Case 12'])
  expect((await call('POST', '/contacts/erase', { ids: [other, held] })).status).toBe(409)
  expect((await call('GET', `/contacts/${other}`)).status).toBe(200)
  expect((await call('POST', `/legal-holds/${body.data.id}/release`, {})).status).toBe(200)
  expect((await call('POST', `/legal-holds/${body.data.id}/release`, {})).status).toBe(409)
  expect((await call('DELETE', `/contacts/${held}`)).status).toBe(200)
})

test('a hold moves with a contact that is merged', async () => {
  const [gone, kept] = [await contact('gone@example.com'), await contact('kept@example.com')]
  await call('POST', '/legal-holds', { contactId: gone, reason: 'Case 13' })
  expect((await call('POST', `/contacts/${kept}/merge`, { otherId: gone })).status).toBe(200)
  const holds = (await call<LegalHold[]>('GET', '/legal-holds')).body.data.filter(({ reason }) => reason === 'Case 13')
  expect(holds[0]?.contactId).toBe(kept)
})

test('a hold on the organization keeps its history and the organization itself', async () => {
  const other = await t.register()
  const { body } = await call<LegalHold>('POST', '/legal-holds', { reason: 'Audit' }, other)
  expect([...(await heldOrganizations(t.platform))]).toEqual([other.orgId])
  const deletion = await t.call('POST', `/api/organizations/${other.orgId}/deletion`, { token: other.token, body: { slug: other.slug } })
  expect(deletion.status).toBe(409)
  const admin = await t.addMember(other.orgId, 'ADMIN')
  expect((await call('POST', `/legal-holds/${body.data.id}/release`, {}, admin)).status).toBe(403)
  expect((await call('POST', `/legal-holds/${body.data.id}/release`, {}, owner)).status).toBe(404)
  await call('POST', `/legal-holds/${body.data.id}/release`, {}, other)
  expect((await heldOrganizations(t.platform)).size).toBe(0)
})

test('an erasure leaves a certificate: every place with rows about contacts, none left, and no name', async () => {
  const id = await contact('erased@example.com')
  await call('DELETE', `/contacts/${id}`)
  const [certificate] = (await call<ErasureCertificate[]>('GET', '/erasure-certificates')).body.data
  expect(certificate?.contacts).toMatchObject([{ id, emailHash: expect.stringMatching(/^[0-9a-f]{64}$/), phoneHash: null }])
  const { rows } = await t.owner.query<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'contact_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'uuid'::regtype
       and has_table_privilege('imperium_app', c.oid, 'select') and c.relrowsecurity`,
  )
  const places = certificate?.places.map(({ place }) => place) ?? []
  for (const { name } of rows) expect(places).toContain(name)
  expect(certificate?.places.find(({ place }) => place === 'contacts')).toEqual({ place: 'contacts', before: 1, after: 0 })
  expect(certificate?.places.filter(({ after }) => after > 0)).toEqual([])
  const file = await t.app.inject({
    url: `/api/erasure-certificates/${certificate?.id}/file`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(file.body).toContain('contacts: 1, 0')
  expect(file.body).not.toContain('erased@example.com')
})
