import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization, OrganizationProfile } from '@imperium/contract/organizations.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { eraseDueOrganizations } from './delete-organization.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

describe('the profile of an organization', () => {
  const read = (by: TestUser) => t.call<OrganizationProfile>('GET', `/api/organizations/${by.orgId}/profile`, { token: by.token })
  const write = (by: TestUser, body: object) =>
    t.call<OrganizationProfile>('PATCH', `/api/organizations/${by.orgId}/profile`, { token: by.token, body })

  test('begins with the defaults and saves every field', async () => {
    const owner = await t.register()
    const { data: fresh } = (await read(owner)).body
    expect(fresh).toMatchObject({ legalName: '', website: '', industry: null, size: null, billingEmail: owner.email })
    const fields = {
      name: 'Northwind',
      legalName: 'Northwind Trading GmbH',
      description: 'We trade.\nSince 1999.',
      website: 'https://northwind.example/about',
      industry: 'retail',
      size: '51-200',
      address: '1 Harbour Road',
      city: 'Hamburg',
      state: 'Hamburg',
      country: 'Germany',
      phone: '+49 40 123-456',
      contactEmail: 'hello@northwind.example',
      taxId: 'DE 136695976',
      billingEmail: 'bills@northwind.example',
    }
    expect((await write(owner, { ...fields, updatedAt: fresh.updatedAt })).body.data).toMatchObject(fields)
    expect((await write(owner, { city: 'Bremen', updatedAt: fresh.updatedAt })).body.code).toBe('STALE_WRITE')
    const organization = await t.call<Organization>('GET', `/api/organizations/${owner.orgId}`, { token: owner.token })
    expect(organization.body.data).toMatchObject({ name: 'Northwind', billingEmail: 'bills@northwind.example' })
    expect((await write(owner, { website: '', phone: '', contactEmail: '' })).status).toBe(200)
  })

  test.each([
    ['website', 'javascript:alert(1)'],
    ['website', 'northwind.example'],
    ['contactEmail', 'nobody'],
    ['industry', 'piracy'],
    ['size', '12'],
    ['phone', 'call me'],
    ['name', ''],
    ['city', 'a\nb'],
    ['planType', 'OVERLORD'],
    ['slug', 'other'],
  ])('refuses %s = %s', async (field, value) => {
    const refused = await write(await t.register(), { [field]: value })
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, field])
  })

  test('lets managers change it, the owner its billing address, all members read it, and no other user', async () => {
    const owner = await t.register()
    const [admin, member, stranger] = [
      await t.addMember(owner.orgId, 'ADMIN'),
      await t.addMember(owner.orgId, 'MEMBER'),
      await t.register(),
    ]
    expect((await write(admin, { city: 'Kiel' })).status).toBe(200)
    expect((await write(admin, { billingEmail: 'mine@example.com' })).status).toBe(403)
    expect((await write(admin, { billingEmail: owner.email, city: 'Lübeck' })).status).toBe(200)
    expect((await write(member, { city: 'Kiel' })).status).toBe(403)
    expect((await read(member)).body.data.city).toBe('Lübeck')
    expect((await read({ ...stranger, orgId: owner.orgId })).status).toBe(404)
  })
})

describe('a deleted organization', () => {
  const path = (by: TestUser) => `/api/organizations/${by.orgId}/deletion`
  const remove = (by: TestUser, slug = by.slug) => t.call<Organization>('POST', path(by), { token: by.token, body: { slug } })
  const agent = (by: TestUser) => t.call('POST', '/api/agents', { token: by.token, body: { name: 'Made', type: 'SALES', config: {} } })

  test('asks for its slug, is read-only for thirty days, and can be restored', async () => {
    const owner = await t.register()
    const member = await t.addMember(owner.orgId, 'MEMBER')
    expect((await remove(owner, 'another')).status).toBe(422)
    expect((await remove(await t.addMember(owner.orgId, 'ADMIN'))).status).toBe(403)
    const { data } = (await remove(owner)).body
    expect(data.status).toBe('SUSPENDED')
    expect(Math.round((new Date(data.deletesAt ?? '').getTime() - Date.now()) / 86_400_000)).toBe(30)
    // A repeated request does not restart the grace period.
    expect((await remove(owner)).body.data.deletesAt).toBe(data.deletesAt)
    expect((await agent(member)).body.code).toBe('ORGANIZATION_SUSPENDED')
    expect((await t.call('GET', '/api/agents', { token: member.token })).status).toBe(200)
    const restored = await t.call<Organization>('DELETE', path(owner), { token: owner.token })
    expect(restored.body.data).toMatchObject({ status: 'ACTIVE', deletesAt: null })
    expect((await agent(member)).status).toBe(201)
  })

  test('asks for reauthentication after ten minutes (SEC-14)', async () => {
    const owner = await t.register()
    await t.owner.query(`update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [owner.userId])
    t.platform.auth.invalidate(owner.userId)
    expect((await remove(owner)).body.code).toBe('REAUTHENTICATION_REQUIRED')
  })

  test("erases it from every table after the grace period; its audit log, its users and other organizations' rows stay", async () => {
    const [owner, other] = [await t.register(), await t.register()]
    const { id } = (await agent(owner)).body.data as { id: string }
    await agent(other)
    await t.call('POST', `/api/agents/${id}/execute`, { token: owner.token, body: { input: 'Hello' } })
    await remove(owner)
    const before = await rowsOf(other.orgId)
    await eraseDueOrganizations(t.platform)
    expect((await rowsOf(owner.orgId)).get('app.agents')).toBe(1)
    await t.owner.query("update auth.organizations set deletes_at = now() - interval '1 minute' where id = $1", [owner.orgId])
    await eraseDueOrganizations(t.platform)
    const left = [...(await rowsOf(owner.orgId))].filter(([, rows]) => rows > 0).map(([table]) => table)
    expect(left).toEqual(['app.audit_heads', 'app.audit_log'])
    expect(await rowsOf(other.orgId)).toEqual(before)
    const { rowCount } = await t.owner.query('select 1 from auth.organizations where id = $1', [owner.orgId])
    expect(rowCount).toBe(0)
    t.platform.auth.invalidate(owner.userId)
    expect((await t.call('GET', '/api/auth/organizations', { token: owner.token })).body.data).toEqual([])
  })

  test('is erased with its issued sales documents, and one that cannot be erased does not keep the others', async () => {
    const [stuck, owner] = [await t.register(), await t.register()]
    const done = async (path: string, body?: object) => {
      const reply = await t.call<{ id: string }>('POST', `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })
      expect([path, reply.status]).toEqual([path, expect.toSatisfy((status: number) => status === 200 || status === 201)])
      return reply.body.data.id
    }
    const contactId = await done('/contacts', { firstName: 'Ada', lastName: 'Buyer', email: 'ada@example.com' })
    const lines = [{ description: 'Consulting', code: '998311', quantity: 2, unitPrice: 500_00, taxBasisPoints: 1_800 }]
    const quotation = await done('/sales-quotations', { contactId, lines })
    await done(`/sales-quotations/${quotation}/send`)
    await done(`/sales-quotations/${quotation}/accept`)
    const invoice = await done('/sales-invoices', { contactId, lines })
    await done(`/sales-invoices/${invoice}/issue`)
    await done(`/sales-invoices/${invoice}/payments`, { amount: 100_00, method: 'UPI' })
    await done(`/sales-invoices/${invoice}/credit`, { reason: 'Returned', lines: [{ line: 1, quantity: 1 }] })
    for (const table of ['sales_invoices', 'sales_invoice_lines', 'sales_payments', 'sales_credit_notes', 'sales_quotations'])
      expect([table, (await rowsOf(owner.orgId)).get(`app.${table}`)]).toEqual([table, 1])
    // By hand, nothing of it is deleted.
    await expect(t.owner.query('delete from app.sales_credit_notes where org_id = $1', [owner.orgId])).rejects.toThrow('cannot be changed')
    await expect(t.owner.query('delete from app.sales_invoices where org_id = $1', [owner.orgId])).rejects.toThrow('cannot be deleted')

    await t.owner.query(`create function app.refuse_erasure() returns trigger language plpgsql as $$ begin
      if old.id = '${stuck.orgId}' then raise exception 'kept' using errcode = 'check_violation'; end if; return old; end $$`)
    await t.owner.query('create trigger refuse before delete on auth.organizations for each row execute function app.refuse_erasure()')
    try {
      for (const each of [stuck, owner]) await remove(each)
      await t.owner.query("update auth.organizations set deletes_at = now() - interval '1 minute' where id = any ($1)", [
        [stuck.orgId, owner.orgId],
      ])
      await eraseDueOrganizations(t.platform)
      const left = [...(await rowsOf(owner.orgId))].filter(([, rows]) => rows > 0).map(([table]) => table)
      expect(left).toEqual(['app.audit_heads', 'app.audit_log'])
      const ids = (await t.owner.query<{ id: string }>('select id from auth.organizations where deletes_at < now()')).rows
      expect(ids).toEqual([{ id: stuck.orgId }])
    } finally {
      await t.owner.query('drop function app.refuse_erasure() cascade')
    }
  })

  /** Rows of an organization by table, read past row-level security. */
  async function rowsOf(orgId: string): Promise<Map<string, number>> {
    const { rows: tables } = await t.owner.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('app', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) order by 1`)
    const counts = new Map<string, number>()
    for (const { name } of tables) {
      const { rows } = await t.owner.query<{ n: number }>(`select count(*)::int as n from ${name} where org_id = $1`, [orgId])
      counts.set(name, rows[0]?.n ?? 0)
    }
    return counts
  }
})
