import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Confirmation, ContactConsents, ReachSettings } from '@imperium/contract/consents.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
  user = await t.register()
  const { status } = await save({ doubleOptInSms: true })
  if (status !== 200) throw new Error(`settings: ${status}`)
})
afterAll(() => t.close())

const usual = { doubleOptIn: true, quietFrom: null, quietUntil: null, quietChannels: [], capMessages: null, capDays: 7 }
const save = (change: object) =>
  t.call<ReachSettings>('PUT', '/api/consents/settings', {
    token: user.token,
    body: { ...usual, pageTitle: '', pageText: '', helpText: '', ...change },
  })

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

test('consent to SMS waits for a YES to the message that asks; a YES to nothing is a message like any other', async () => {
  // Who does not know of the setting leaves it as it is.
  expect((await save({})).body.data.doubleOptInSms).toBe(true)
  const phone = '+4915119876543'
  const { id } = (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { phone, locale: 'de' } })).body.data
  const grant = () =>
    t.call<ContactConsents>('POST', `/api/contacts/${id}/consents`, {
      token: user.token,
      body: { channel: 'sms', purpose: 'marketing', source: 'manual', proof: 'Said so at the till' },
    })
  const said = async () =>
    (await t.owner.query<{ body: string }>('select body from app.messages where address = $1 order by at, id', [phone])).rows.map(
      ({ body }) => body,
    )
  /** A message from the telephone, as its provider tells it. */
  const say = async (text: string) => {
    const itemId = newId()
    const before = (await said()).length
    await t.platform.db.withOrg(user.orgId, async (tx) => {
      const { id: accountId } = await tx.selectFrom('channel_accounts').select('id').where('channel', '=', 'sms').executeTakeFirstOrThrow()
      const item = { org_id: user.orgId, id: itemId, account_id: accountId, channel: 'sms', kind: 'message', external_id: itemId }
      await tx
        .insertInto('inbound_items')
        .values({ ...item, sender: phone, body_text: text, data: '{}' })
        .execute()
      await t.platform.events.emit(tx, 'inbound.received', { itemId, kind: 'message', channel: 'sms' })
    })
    return vi.waitFor(
      async () => {
        const all = await said()
        if (all[before] === undefined) throw new Error('not received yet')
        return all.slice(before)
      },
      { timeout: 10_000 },
    )
  }
  const question = /: Antworten Sie JA, um Nachrichten zu erhalten über: Marketing\. Antworten Sie STOP, wenn Sie keine wünschen\.$/
  expect(await say('Ja')).toEqual(['Ja'])
  expect((await grant()).body.data.standing).toMatchObject([{ channel: 'sms', status: 'pending' }])
  await grant()
  expect(await said()).toEqual(['Ja', expect.stringMatching(question)])
  const body = { purpose: 'marketing', channel: 'sms' }
  expect((await t.call('POST', `/api/contacts/${id}/consents/confirmation`, { token: user.token, body })).status).toBe(429)
  await say('Ja, aber wann?')
  expect(await standing(id)).toEqual(['pending'])
  expect(await say('JA!')).toEqual(['JA!', expect.stringMatching(/: Danke, Sie erhalten unsere Nachrichten/)])
  expect(await standing(id)).toEqual(['granted'])
  expect(await say('ja')).toEqual(['ja'])
  // Another number is another telephone.
  await t.call('PUT', `/api/contacts/${id}`, { token: user.token, body: { phone: '+4915119876544' } })
  expect(await standing(id)).toEqual(['pending'])
  // Where nobody can be asked, nothing is written that would wait for ever.
  await t.owner.query(`update app.channel_accounts set is_default = false where org_id = $1 and channel = 'sms'`, [user.orgId])
  await t.call('POST', `/api/contacts/${id}/consents/withdraw`, { token: user.token, body: { channel: 'sms', purpose: 'marketing' } })
  expect((await grant()).status).toBe(409)
})
