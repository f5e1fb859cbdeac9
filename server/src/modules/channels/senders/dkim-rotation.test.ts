import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SendingDomain } from '@imperium/contract/channels/senders.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { dkimKeyFor } from '../index.ts'
import { rewrapChannelSecrets } from '../accounts/rewrap-secrets.ts'

// A key is rotated without a gap: the new key waits for its record, and email in flight still finds the previous record.

let t: TestApp
let user: TestUser
const txt = new Map<string, string[]>()
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  Object.assign(t.platform, { dns: { readTxt: async (name: string) => txt.get(name) ?? [] } })
  user = await t.register()
})
afterAll(() => t.close())

const ask = (method: string, path: string, body?: unknown) =>
  t.call<SendingDomain>(method, `/api/channels/domains${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
const keyInUse = () => t.platform.db.withOrg(user.orgId, (tx) => dkimKeyFor(t.platform, tx, 'example.org'))
const publish = ({ records }: SendingDomain, purpose: string) => {
  const found = records.find((record) => record.purpose === purpose)
  txt.set(found?.name ?? '', [found?.value ?? ''])
}
const purposes = ({ records }: SendingDomain) => records.map(({ purpose }) => purpose)

test('a new key signs once its record is found, not before; the one before stays on the list until it is taken off', async () => {
  const made = (await ask('POST', '', { domain: 'example.org' })).body.data
  publish(made, 'dkim')
  expect((await ask('POST', `/${made.id}/check`)).body.data.isVerified).toBe(true)
  const first = await keyInUse()

  const rotated = await ask('POST', `/${made.id}/keys`)
  expect(rotated.status).toBe(201)
  const waiting = rotated.body.data
  expect(purposes(waiting)).toEqual(['dkim-next', 'dkim', 'spf', 'dmarc'])
  expect(waiting).toMatchObject({ selector: made.selector, isVerified: true, oldSelector: null })
  expect(waiting.nextSelector).not.toBe(made.selector)
  expect((await ask('POST', `/${made.id}/keys`)).status).toBe(409)
  // The record is not found: nothing changes, and the reason is returned.
  const unseen = (await ask('POST', `/${made.id}/check`)).body.data
  expect(unseen.records[0]).toMatchObject({ purpose: 'dkim-next', ok: false, reason: expect.stringMatching(/^No DKIM record/) as string })
  expect(await keyInUse()).toEqual(first)
  expect((await ask('DELETE', `/${made.id}/keys/${made.selector}`)).status).toBe(409)

  publish(waiting, 'dkim-next')
  const changed = (await ask('POST', `/${made.id}/check`)).body.data
  expect(changed).toMatchObject({ selector: waiting.nextSelector, nextSelector: null, oldSelector: made.selector, isVerified: true })
  expect(purposes(changed)).toEqual(['dkim', 'dkim-old', 'spf', 'dmarc'])
  const second = await keyInUse()
  expect(second?.selector).toBe(waiting.nextSelector)
  expect(second?.privateKey).not.toBe(first?.privateKey)
  const listed = (await ask('DELETE', `/${made.id}/keys/${made.selector}`)).body.data
  expect(purposes(listed)).toEqual(['dkim', 'spf', 'dmarc'])
  expect((await ask('DELETE', `/${made.id}/keys/${made.selector}`)).status).toBe(404)
  expect(await keyInUse()).toEqual(second)
})

test('deletes a waiting key, which is resealed with the encryption key like the others', async () => {
  const { id } = (await ask('POST', '', { domain: 'example.net' })).body.data
  const { nextSelector } = (await ask('POST', `/${id}/keys`)).body.data
  const { rows } = await t.owner.query<{ next_sealed: string }>('select next_sealed from app.sending_domains where id = $1', [id])
  expect(rows[0]?.next_sealed).not.toContain('PRIVATE KEY')
  const keyRing = { ...t.platform.keyRing, needsRotation: () => true, rewrap: (sealed: string) => `again:${sealed}` }
  await t.platform.db.withSystem((tx) => rewrapChannelSecrets({ keyRing }, tx))
  const after = await t.owner.query<{ next_sealed: string }>('select next_sealed from app.sending_domains where id = $1', [id])
  expect(after.rows[0]?.next_sealed).toBe(`again:${rows[0]?.next_sealed}`)
  expect((await ask('DELETE', `/${id}/keys/${nextSelector}`)).body.data.nextSelector).toBeNull()
  expect((await ask('POST', '/01900000-0000-7000-8000-000000000000/keys')).status).toBe(404)
})
