import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChannelAccount, CreatedAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { openSecret } from './account-secret.ts'
import { resolveAccount } from '../index.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

const ask = <T>(method: string, path: string, body?: unknown) =>
  t.call<T>(method, `/api/channels${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
const twilio = (more: object = {}) => ({
  provider: 'twilio',
  name: 'SMS',
  settings: { baseUrl: 'https://1.1.1.1', accountSid: 'AC1', from: '+12025550100' },
  secret: { authToken: 'a-very-secret-token-1234' },
  ...more,
})
const make = async (body: object): Promise<CreatedAccount> => {
  const response = await ask<CreatedAccount>('POST', '/accounts', body)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
const inOrg = <T>(work: Parameters<typeof t.platform.db.withOrg<T>>[1]) => t.platform.db.withOrg(user.orgId, work)

test('treats acceptance as delivery only when the provider reports nothing more', async () => {
  expect(await make(twilio())).toMatchObject({ acceptanceDelivers: false })
  expect(await make(twilio({ name: 'Other', acceptanceDelivers: true }))).toMatchObject({ acceptanceDelivers: true })
  expect(await make({ provider: 'webhook', name: 'Hook', settings: { url: 'https://1.1.1.1/in' } })).toMatchObject({
    acceptanceDelivers: true,
  })
})

test('sends custom headers, and signs with the former secret too for a while', async () => {
  const secretOf = async (id: string) => {
    const account = await inOrg((tx) => resolveAccount(tx, 'webhook', id))
    return openSecret(t.platform.keyRing, id, account.secretSealed)
  }
  const hook = { provider: 'webhook', name: 'Hook', settings: { url: 'https://1.1.1.1/in' } }
  const made = await make({ ...hook, headers: [{ name: 'Authorization', value: 'Bearer of-mine-alone' }] })
  expect(made.settings).toEqual({ url: 'https://1.1.1.1/in', headerNames: ['Authorization'] })
  expect(JSON.stringify(made)).not.toContain('of-mine-alone')
  const change = async (body: object) => ask<ChannelAccount>('PUT', `/accounts/${made.id}`, { provider: 'webhook', ...body })
  const kept = await change({
    headers: [
      { name: 'authorization', value: '' },
      { name: 'X-Team', value: 'blue' },
    ],
    secret: { signingSecret: 'another secret of 24 letters' },
  })
  expect(kept.status, JSON.stringify(kept.body)).toBe(200)
  expect(kept.body.data.settings.headerNames).toEqual(['authorization', 'X-Team'])
  const until = Date.parse(kept.body.data.settings.formerSecretUntil ?? '')
  expect(until - t.platform.clock.now().getTime()).toBeGreaterThan(23 * 3_600_000)
  expect(await secretOf(made.id)).toEqual({
    signingSecret: 'another secret of 24 letters',
    formerSigningSecret: made.newSecret,
    headers: { authorization: 'Bearer of-mine-alone', 'X-Team': 'blue' },
  })
  // The values stay with the address that they were entered for.
  const moved = await change({ settings: { url: 'https://1.0.0.1/in' } })
  expect([moved.status, moved.body.errors?.[0]?.path]).toEqual([422, 'headers.0.value'])
  expect((await change({ settings: { url: 'https://1.0.0.1/in' }, headers: [] })).status).toBe(200)
  expect((await change({ secret: { signingSecret: 'a third secret of 24 letters' }, formerSecretHours: 0 })).body.data.settings).toEqual({
    url: 'https://1.0.0.1/in',
  })
  for (const name of ['Host', 'webhook-id', 'X Y', 'X-Imperium-Signature'])
    expect((await change({ headers: [{ name, value: 'x' }] })).status).toBe(422)
})

test('shows a generated secret to a member, and to no API key', async () => {
  const hook = { provider: 'webhook', name: 'By key', settings: { url: 'https://1.1.1.1/in' } }
  const key = await t.call<{ plainKey: string }>('POST', '/api/api-keys', {
    token: user.token,
    body: { name: 'Setup', scopes: ['channels:accounts'] },
  })
  const byKey = await t.call<CreatedAccount>('POST', '/api/v1/channels/accounts', { token: key.body.data.plainKey, body: hook })
  expect([byKey.status, byKey.body.data.newSecret]).toEqual([201, null])
  expect((await make({ ...hook, name: 'By member' })).newSecret).toMatch(/^whsec_/)
})
