import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PreferencePage } from '@imperium/contract/contacts/consents.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { arrangeConsents, tokenOf } from '../test-consents.ts'
import { withdrawConsent } from '../withdraw-consent.ts'

let t: TestApp
let user: TestUser
let token: string
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register({ organizationName: 'Acme Garden' })
  token = user.token
})
afterAll(() => t.close())

const { inOrg, person, agree, standing, suppressed, linkOf } = arrangeConsents(() => ({ app: t, user }))

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
