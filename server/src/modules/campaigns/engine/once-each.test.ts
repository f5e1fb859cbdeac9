import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import type { EngineParts } from './parts.ts'
import {
  accepted,
  arrangeCampaign,
  createFakeOutlet,
  createFakeParts,
  makeDue,
  launch,
  numbersOf,
  recipientsOf,
  startEngines,
} from './test-sends.ts'

// A contact, or a phone number, gets a campaign once, also when contacts are merged or changed during the send.

let t: TestApp
let engines: Map<string, Engine>
beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '50,100' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

async function sendBy(parts: EngineParts): Promise<TestUser> {
  const user = await t.register()
  engines.set(user.orgId, createEngine(t.platform, parts))
  return user
}
const completed = (sendId: string) => until(async () => (await numbersOf(t, sendId)).status === 'completed', 15_000)

/** A campaign in which one of two contacts has the message and the other waits for quiet hours. */
async function halfSent() {
  const outlet = createFakeOutlet(() => accepted)
  let waits = true
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(
      contacts.map(({ id, email }) => [
        id,
        waits && email === 'person1@example.com'
          ? { verdict: 'later', until: new Date(Date.now() + 3_600_000), reason: 'quiet_hours' }
          : { verdict: 'ok' },
      ]),
    )
  const { orgId, token } = await sendBy(createFakeParts(outlet.send, { checkReach }))
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 2 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await recipientsOf(t, sendId))['delivered'] === 1)
  const { rows } = await t.owner.query<{ id: string }>('select id from app.contacts where org_id = $1 order by email', [orgId])
  const [had = '', waiting = ''] = rows.map(({ id }) => id)
  const merge = (id: string, body: object) => t.call('POST', `/api/contacts/${id}/merge`, { token, body })
  const goOn = async () => {
    waits = false
    const isBack = async () => {
      const { rows: chunks } = await t.owner.query("select from app.campaign_chunks where send_id = $1 and status = 'ready'", [sendId])
      return chunks.length > 0
    }
    await until(isBack)
    await makeDue(t, sendId)
    await completed(sendId)
  }
  const story = (id: string) =>
    t.call<{ answer: string; checks: object[] }>('GET', `/api/campaigns/${campaignId}/recipients/${id}`, { token })
  return { outlet, sendId, had, waiting, merge, goOn, story }
}

test('sends no duplicate after a merge to a contact that got the message, at any of its addresses', async () => {
  for (const take of [['email'], []]) {
    const { outlet, sendId, had, waiting, merge, goOn } = await halfSent()
    expect((await merge(waiting, { otherId: had, take })).status).toBe(200)
    await goOn()
    expect([...outlet.got]).toEqual([['person0@example.com', 1]])
    expect(await recipientsOf(t, sendId)).toEqual({ delivered: 1, 'skipped:duplicate_address': 1 })
  }
}, 60_000)

test('skips a waiting contact that was merged, and names the remaining one in its explanation', async () => {
  const { sendId, had, waiting, merge, goOn, story } = await halfSent()
  expect((await merge(had, { otherId: waiting })).status).toBe(200)
  await goOn()
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 1, 'skipped:merged': 1 })
  expect((await story(waiting)).body.data).toMatchObject({
    answer: 'It was not sent: the contact became part of another one.',
    checks: [{ check: 'contact', reason: 'merged', detail: expect.stringMatching(/^the contact became part of Person \d$/) as string }],
  })
}, 60_000)

test('sends to the second of two contacts with one number if the first cannot be reached', async () => {
  const outlet = createFakeOutlet(() => accepted)
  const parts = createFakeParts(outlet.send)
  const openOutlet: EngineParts['openOutlet'] = async (tx, facts) => {
    const open = await parts.openOutlet(tx, facts)
    return {
      ...open,
      compose: (addressee) =>
        addressee.contact.email === 'person0@example.com'
          ? { skip: 'missing_field', detail: 'first_name has no value' }
          : open.compose(addressee),
    }
  }
  const { orgId } = await sendBy({ ...parts, openOutlet })
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 3, channel: 'sms' })
  await t.owner.query("update app.contacts set phone = '+4915112345678', phone_hash = email_hash where org_id = $1", [orgId])
  const sendId = await launch(t.platform, orgId, campaignId)
  await completed(sendId)
  expect([...outlet.got.values()]).toEqual([1])
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 1, 'skipped:missing_field': 1, 'skipped:duplicate_address': 1 })
}, 60_000)
