import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { pause, registerOnLargePlan, runsOf, until } from '../../../testing/test-runs.ts'
import { writeAsContact } from '../testing/write-as-contact.ts'

// What arrives while an organization is at rest is kept and opt-outs count; agents answer, and replies go out, once it is taken up again.

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => ({ text: 'We open at nine.' }) })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  const runs = runsOf(t, user)
  await runs.serveModel(fake.url)
  const agentId = await runs.agent({ name: 'Helper', config: { model: 'fake-model' } })
  await t.call('POST', '/api/channel-agents', { token: user.token, body: { channel: 'email', agentId, mode: 'auto' } })
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const change = (set: string) => t.owner.query(`update auth.organizations set ${set} where id = $1`, [user.orgId])
const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await t.owner.query<{ n: number }>(`select count(*)::int as n from app.${text}`, values)).rows[0]?.n ?? 0
const messages = (direction: string) => count('messages where org_id = $1 and direction = $2', user.orgId, direction)

test('emails and text messages are kept, STOP counts, and nothing answers until the rest ends', { timeout: 60_000 }, async () => {
  const contact = { email: 'ana@example.com', phone: '+436641234501', firstName: 'Ana' }
  const { body } = await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: contact })
  await t.owner.query(
    `insert into app.consents (org_id, contact_id, channel, purpose, status, source, at) values ($1, $2, 'sms', 'marketing', 'granted', 'manual', now())`,
    [user.orgId, body.data.id],
  )
  await change(`status = 'SUSPENDED'`)
  await writeAsContact(t, user.orgId, { channel: 'email', sender: contact.email, subject: 'Hours', text: 'When do you open?' })
  await writeAsContact(t, user.orgId, { channel: 'sms', sender: contact.phone, text: 'STOP' })
  await until(async () => (await messages('inbound')) === 2, 10_000)
  const isOut = () => count(`consents where contact_id = $1 and channel = 'sms' and status <> 'granted'`, body.data.id)
  await until(async () => (await isOut()) > 0, 10_000)
  await pause(700)
  expect(fake.requests).toHaveLength(0)
  expect(await count(`runs where org_id = $1 and status <> 'queued'`, user.orgId)).toBe(0)
  expect(await count('sandbox_messages where org_id = $1', user.orgId)).toBe(0)

  await change(`status = 'ACTIVE'`)
  await until(async () => (await count(`messages where org_id = $1 and body like 'We open at nine.%'`, user.orgId)) === 1, 15_000)
  expect(fake.requests).toHaveLength(1)
})
