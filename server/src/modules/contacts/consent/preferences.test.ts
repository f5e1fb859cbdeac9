import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PreferencePage } from '@imperium/contract/consents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { findConsents } from './consent-store.ts'
import { unsubscribeUrls } from './link-token.ts'
import { recordConsent } from './record-consent.ts'
import { isSuppressed } from './suppress.ts'
import { withdrawConsent } from './withdraw-consent.ts'

let t: TestApp
let user: TestUser
let token: string
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register({ organizationName: 'Acme Garden' })
  token = user.token
})
afterAll(() => t.close())

let count = 0
interface Made {
  id: string
  email: string
  phone: string
}
async function person(change: Record<string, unknown> = {}): Promise<Made> {
  count += 1
  const body = { email: `c${count}@example.com`, phone: `+4930${1_000_000 + count}`, firstName: 'Ada', ...change }
  const { status, body: answer } = await t.call<Made>('POST', '/api/contacts', { token, body })
  expect(status).toBe(201)
  return answer.data
}
const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(user.orgId, work)
const agree = (contactId: string, channel: 'email' | 'sms' = 'email', purpose = 'marketing') =>
  inOrg((tx) => recordConsent(tx, [{ contactId, channel, purpose, status: 'granted', source: 'form', proof: { text: 'Yes' } }]))
const standing = async (id: string) =>
  Object.fromEntries((await inOrg((tx) => findConsents(tx, id))).map((each) => [`${each.channel} ${each.purpose}`, each.status]))
const suppressed = (channel: 'email' | 'sms', address: string) => inOrg((tx) => isSuppressed(t.platform, tx, { channel, address }))
const linkOf = (contactId: string, purpose: string | null = 'marketing') =>
  unsubscribeUrls(t.platform, { orgId: user.orgId, contactId, channel: 'email', purpose, sendId: null })
const pathOf = (url: string) => new URL(url).pathname
const tokenOf = (url: string) => pathOf(url).split('/').at(-1) ?? ''

test.each([
  ['page', 'the page of the web app'],
  ['scriptless', 'the page without script'],
  ['alone', 'a choice that names nothing else'],
])('coming back brings back only what is ticked, not what others recorded meanwhile behind the suppression: %s', async (way) => {
  const key = `product_${way}`
  expect((await t.call('POST', '/api/consents/purposes', { token, body: { key, name: `Product ${way}` } })).status).toBe(201)
  const { id, email } = await person()
  await agree(id)
  await inOrg((tx) => withdrawConsent(t.platform, tx, { contactId: id, channel: 'email', purpose: null, source: 'unsubscribe', proof: {} }))
  const grant = { channel: 'email', purpose: key, source: 'form', proof: 'Order form' }
  const granted = await t.call('POST', `/api/contacts/${id}/consents`, { token, body: grant })
  expect(granted.status, JSON.stringify(granted.body)).toBe(200)
  expect(await suppressed('email', email)).toMatchObject({ reason: 'unsubscribed' })
  expect(await standing(id)).toMatchObject({ [`email ${key}`]: 'granted' })
  const link = tokenOf(linkOf(id).page)
  const path = `/api/public/preferences/${link}`
  const shown = async () => (await t.call<PreferencePage>('GET', path)).body.data.purposes.flatMap((each) => each.granted)
  expect(await shown()).toEqual([])
  const yes = { channel: 'email', purpose: 'marketing', granted: true }
  const saved =
    way === 'scriptless'
      ? (
          await t.app.inject({
            method: 'POST',
            url: `/choices/${link}`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: 'do=save&choice=email+marketing',
          })
        ).statusCode
      : (
          await t.call('PUT', path, {
            body: { choices: way === 'alone' ? [yes] : [yes, { channel: 'email', purpose: key, granted: false }] },
          })
        ).status
  expect(saved).toBe(200)
  expect(await suppressed('email', email)).toBeNull()
  expect(await standing(id)).toMatchObject({ 'email marketing': 'granted', [`email ${key}`]: 'withdrawn' })
  expect(await shown()).toEqual(['email'])
  expect((await t.call('PATCH', `/api/consents/purposes/${key}`, { token, body: { archived: true } })).status).toBe(200)
})
