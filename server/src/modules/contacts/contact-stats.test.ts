import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactStats } from '@imperium/contract/contacts/contacts.ts'
import type { z } from 'zod'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

test('counts a bounced address neither in the figure nor in the filter, and shows the bounce', async () => {
  const { token, orgId } = await t.register()
  for (const email of ['one@people.example', 'two@people.example', null])
    await t.call('POST', '/api/contacts', { token, body: { email, phone: email ? null : '+4915112345678', firstName: 'Person' } })
  await t.owner.query(`update app.contacts set email_state = 'bounced' where org_id = $1 and email = 'two@people.example'`, [orgId])
  const stats = async (reach: string) =>
    (await t.call<z.infer<typeof ContactStats>>('GET', `/api/contacts/stats?reach=${reach}`, { token })).body.data
  expect(await stats('email')).toMatchObject({ matching: 1, total: 3, withEmail: 1, bounced: 1, withPhone: 1 })
  expect(await stats('bounced')).toMatchObject({ matching: 1 })
})
