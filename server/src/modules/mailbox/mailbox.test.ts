import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeptMail, KeptMailContent } from '@imperium/contract/channels/mailbox.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
})
afterAll(() => t.close())

const path = '/api/dev/mailbox'

test('shows the mail of a registration, of all organizations, newest first', async () => {
  const first = await t.register()
  await expect.poll(async () => (await t.call<KeptMail[]>('GET', path)).body.data.map(({ to }) => to)).toContain(first.email)
  const second = await t.register()
  await expect.poll(async () => (await t.call<KeptMail[]>('GET', path)).body.data[0]?.to).toBe(second.email)
  const mails = (await t.call<KeptMail[]>('GET', path)).body.data
  const { status, body } = await t.call<KeptMailContent>('GET', `${path}/${mails[0]?.id}`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ to: second.email, subject: 'Verify your email address' })
  expect(body.data.text).toContain('http://localhost:3000/verify-email#token=')
  expect(body.data.html).toContain('<a href="http://localhost:3000/verify-email#token=')
  expect((await t.call('GET', `${path}/${newId()}`)).status).toBe(404)
})

test('shows under which ids a text to India was handed over, and none with any other', async () => {
  const { orgId } = await t.register()
  await t.owner.query(
    `insert into app.sandbox_messages (org_id, identity, channel, recipient, body, dlt_entity_id, dlt_template_id)
     values ($1, 'a', 'sms', '+919876543210', 'India', '1001', '1007'), ($1, 'b', 'sms', '+436641234567', 'Austria', '', '')`,
    [orgId],
  )
  const kept = (await t.call<KeptMail[]>('GET', path)).body.data
  const dltOf = async (subject: string) =>
    (await t.call<KeptMailContent>('GET', `${path}/${kept.find((each) => each.subject === subject)?.id}`)).body.data.dlt
  expect(await dltOf('India')).toEqual({ entityId: '1001', templateId: '1007' })
  expect(await dltOf('Austria')).toBeNull()
})

describe('there is none', () => {
  test.each([
    ['through a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['through a proxy that says so otherwise', { forwarded: 'for=203.0.113.9' }],
    ['by another name of this machine (DNS rebinding)', { host: 'imperium.attacker.example' }],
    ['by the address that others use', { host: '192.168.1.20:3000' }],
  ])('%s', async (_name, headers) => {
    expect((await t.call('GET', path, { headers })).status).toBe(404)
  })

  test('refuses a request from another machine', async () => {
    const { statusCode } = await t.app.inject({ method: 'GET', url: path, remoteAddress: '192.168.1.20' })
    expect(statusCode).toBe(404)
  })

  test.each([
    ['where production is said', { NODE_ENV: 'production' }],
    ['where there is a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['where the address is public', { PUBLIC_URL: 'https://imperium.example', PAYMENTS: 'off' }],
    ['where proxies are trusted', { TRUSTED_PROXIES: '10.0.0.0/8' }],
  ])('%s', async (_name, env) => {
    const other = await createTestApp({ env })
    try {
      expect((await other.call('GET', path)).status).toBe(404)
      expect((await other.call('GET', `${path}/${newId()}`)).status).toBe(404)
    } finally {
      await other.close()
    }
  })
})
