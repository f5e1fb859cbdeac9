import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

test('a number typed as at home is found from its beginning, with and without the zero, in the list and everywhere', async () => {
  const { token, orgId } = await t.register()
  const person = { email: null, firstName: 'Nele', lastName: 'Müller', phone: '+4915123456789' }
  await t.call('POST', '/api/contacts', { token, body: person })
  const list = async (q: string) => (await t.call<Contact[]>('GET', `/api/contacts?q=${encodeURIComponent(q)}`, { token })).body.data.length
  const everywhere = async (q: string) => (await t.call<object>('GET', `/api/search?q=${encodeURIComponent(q)}`, { token })).body.data
  expect(await list('+49 151 234')).toBe(1)
  // The country of a national number is unknown.
  expect(await list('0151 234')).toBe(0)
  await t.owner.query("update auth.organizations set country = 'Germany' where id = $1", [orgId])
  for (const typed of ['0151', '0151 234', '0151/23456789', '151234', '0049151', '49151', '+49 151 234'])
    expect(await list(typed), typed).toBe(1)
  for (const typed of ['0152', '51234', '01']) expect(await list(typed), typed).toBe(0)
  expect(JSON.stringify(await everywhere('0151 234'))).toContain('Nele')
})
