import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Confirmation, ContactConsents } from '@imperium/contract/consents.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
  user = await t.register()
  const { status } = await t.call('PUT', '/api/consents/settings', {
    token: user.token,
    body: {
      doubleOptIn: true,
      quietFrom: null,
      quietUntil: null,
      quietChannels: [],
      capMessages: null,
      capDays: 7,
      pageTitle: '',
      pageText: '',
      helpText: '',
    },
  })
  if (status !== 200) throw new Error(`settings: ${status}`)
})
afterAll(() => t.close())

/** A contact who was asked to confirm, with the token of the letter. */
async function asked(name: string): Promise<{ id: string; token: string }> {
  const email = `${name}@example.com`
  const { id } = (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email } })).body.data
  const body = { channel: 'email', purpose: 'marketing', source: 'form', proof: 'The form of the web site' }
  expect((await t.call('POST', `/api/contacts/${id}/consents`, { token: user.token, body })).status).toBe(200)
  return vi.waitFor(
    async () => {
      const { rows } = await t.owner.query<{ text: string }>(
        'select row_to_json(m)::text as text from app.sandbox_mail m where recipient = $1',
        [email],
      )
      const token = /\/confirm\/([\w-]{80,160})/.exec(rows[0]?.text ?? '')?.[1]
      if (!token) throw new Error('no letter yet')
      return { id, token }
    },
    { timeout: 10_000 },
  )
}
const move = (id: string, email: string) => t.call('PUT', `/api/contacts/${id}`, { token: user.token, body: { email } })
const confirm = async (token: string) => (await t.call<Confirmation>('POST', `/api/public/confirmations/${token}`)).body.data.status
const standing = async (id: string) =>
  (await t.call<ContactConsents>('GET', `/api/contacts/${id}/consents`, { token: user.token })).body.data.standing.map(
    ({ status }) => status,
  )

test('the letter to one address confirms no other', async () => {
  const { id, token } = await asked('own')
  expect((await move(id, 'victim@example.com')).status).toBe(200)
  expect([await confirm(token), await standing(id)]).toEqual(['ended', ['pending']])
  await move(id, 'own@example.com')
  expect([await confirm(token), await standing(id)]).toEqual(['granted', ['granted']])
})

test('consent that was confirmed waits again when the address becomes another', async () => {
  const { id, token } = await asked('first')
  expect(await confirm(token)).toBe('granted')
  await move(id, 'second@example.com')
  expect(await standing(id)).toEqual(['pending'])
})
