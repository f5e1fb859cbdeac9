import { afterAll, beforeAll, expect, test } from 'vitest'
import { startScriptedSmtp } from '../../../platform/mail/testing/scripted-smtp.ts'
import type { ScriptedSmtp } from '../../../platform/mail/testing/scripted-smtp.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../../testing/test-runs.ts'

let t: TestApp
let smtp: ScriptedSmtp
let owner: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
beforeAll(async () => {
  smtp = await startScriptedSmtp({
    answer: (command) => (/^RCPT TO:<nobody@/i.test(command) ? '550 5.1.1 No such user' : undefined),
  })
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.0/8' } })
  await t.startWorkers()
  owner = await registerOnLargePlan(t)
  runs = runsOf(t, owner)
  agentId = await runs.agent({ name: 'Clerk', capabilities: ['email_send'] })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

async function post(path: string, body: object): Promise<string> {
  const response = await t.call<{ id: string }>('POST', `/api${path}`, { token: owner.token, body })
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body.data.id
}
const mail = (to: string) => runs.run(agentId, `Send an email to ${to} that says hello`)
const stepOf = async (to: string) => (await mail(to)).steps.find(({ name }) => name === 'email_send')

test('sends agents’ email signed with the own account and sender when both exist', async () => {
  await mail('first@people.example')
  await post('/channels/accounts', {
    provider: 'smtp',
    name: 'Ours',
    isDefault: true,
    settings: { host: '127.0.0.1', port: smtp.port, security: 'none' },
  })
  await mail('second@people.example')
  expect(smtp.taken).toEqual([])
  const sender = await post('/channels/senders', { name: 'The Shop', email: 'hello@shop.example' })
  await t.owner.query('update app.senders set is_default = id = $2, verified_at = case when id = $2 then now() end where org_id = $1', [
    owner.orgId,
    sender,
  ])
  await post('/channels/domains', { domain: 'shop.example' })
  await t.owner.query(`update app.sending_domains set verified_at = now() where org_id = $1`, [owner.orgId])

  expect(await stepOf('third@people.example')).toMatchObject({ status: 'completed', output: { accepted: true, sandbox: false } })
  expect(smtp.taken).toMatchObject([{ from: 'hello@shop.example', to: 'third@people.example' }])
  const data = smtp.taken[0]?.data ?? ''
  expect(data).toMatch(/^From: "?Clerk"? <hello@shop\.example>/m)
  expect(data).toMatch(/^DKIM-Signature: [\s\S]*?d=shop\.example/m)
  expect(data).toMatch(/^Auto-Submitted: auto-generated/m)
})

test('reports a refusal of the own server to the run with the server’s text', async () => {
  const step = await stepOf('nobody@people.example')
  expect(step).toMatchObject({ status: 'failed', error: expect.stringContaining('550 5.1.1 No such user') })
})
