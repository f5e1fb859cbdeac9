import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { findConsents } from '../consent-store.ts'
import { lockPurposesShared } from './purpose-store.ts'
import { recordConsent } from '../record-consent.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  await t.call('POST', '/api/consents/purposes', { token: owner.token, body: { key: 'news', name: 'News', description: '' } })
})
afterAll(() => t.close())

const change = (archived: boolean) => t.call('PATCH', '/api/consents/purposes/news', { token: owner.token, body: { archived } })

test('does not archive a purpose while an import records consent for it', async () => {
  const id = newId()
  await t.owner.query(
    `insert into app.contact_imports (org_id, id, file_name, total_bytes, status, created_by, settings)
     values ($1, $2, 'fair.csv', 1, 'running', 'Somebody', '{"consent": {"kind": "granted", "purpose": "news"}, "columns": []}')`,
    [owner.orgId, id],
  )
  expect(await change(true)).toMatchObject({ status: 409, body: { error: expect.stringContaining('fair.csv') } })
  await t.owner.query(`update app.contact_imports set status = 'completed' where id = $1`, [id])
  expect((await change(true)).status).toBe(200)
  expect((await change(false)).status).toBe(200)
})

test('archiving waits for transactions that are about to depend on a purpose', async () => {
  const isHeld = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const launch = t.platform.db.withOrg(owner.orgId, async (tx) => {
    await lockPurposesShared(tx)
    isHeld.resolve()
    await mayEnd.promise
  })
  await isHeld.promise
  let isArchived = false
  const archived = change(true).then((response) => {
    isArchived = true
    return response
  })
  await expect
    .poll(async () => (await t.owner.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rowCount)
    .toBeGreaterThan(0)
  expect(isArchived).toBe(false)
  mayEnd.resolve()
  await launch
  expect((await archived).status).toBe(200)
})

test('withdraws active, archived or still recorded purposes and rejects a mistyped one', async () => {
  const { token } = owner
  const { id } = (await t.call<{ id: string }>('POST', '/api/contacts', { token, body: { email: 'ada@example.com' } })).body.data
  await t.platform.db.withOrg(owner.orgId, (tx) =>
    recordConsent(
      tx,
      ['marketing', 'gone'].map((purpose) => ({ contactId: id, channel: 'email', purpose, status: 'granted', source: 'form', proof: {} })),
    ),
  )
  const withdraw = (purpose: string) =>
    t.call('POST', `/api/contacts/${id}/consents/withdraw`, { token, body: { channel: 'email', purpose } })
  const refused = await withdraw('marketng')
  expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'purpose', message: 'There is no purpose "marketng"' }]])
  for (const purpose of ['gone', 'news', 'marketing']) expect((await withdraw(purpose)).status).toBe(200)
  const standing = await t.platform.db.withOrg(owner.orgId, (tx) => findConsents(tx, id))
  expect(standing.map(({ purpose, status }) => `${purpose} ${status}`)).toEqual(['gone withdrawn', 'marketing withdrawn', 'news withdrawn'])
})
