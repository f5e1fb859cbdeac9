import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import { callsOf, crashTable, spentBy } from '../../testing/model-call-crashes.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../testing/test-runs.ts'
import { createExecutor } from './executor.ts'

let t: TestApp
let user: TestUser
let fake: FakeOpenAi
let runs: ReturnType<typeof runsOf>
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: { text: 'Answer', usage: { prompt: 100, completion: 10 } } })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  await runs.serveModel(fake.url, 'gpt-4')
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const sweep = async () => {
  const ticks = t.modules.flatMap((module) => module.ticks ?? [])
  await ticks.find(({ name }) => name === 'end-lost-model-calls')?.run()
}

// Workflow steps, campaigns that write by an agent, chats and messages queue runs: this is the path of their calls, too.
test('a worker that stops anywhere around the call of a run charges what the provider may bill', async () => {
  const agentId = await runs.agent({ config: { model: 'gpt-4', maxTokens: 1_000, systemPrompt: 'x' } })
  const points = await crashTable(t, {
    orgId: user.orgId,
    work: async (platform, isDead) => {
      const id = await runs.start(agentId, 'Go')
      void createExecutor(platform).take(user.orgId, id)
      await until(async () => isDead() || (await runs.read(id)).finishedAt !== null)
    },
    sweep,
    provider: fake.count,
  })
  const states = points.map(({ left, charged }) => `${left}: ${charged}`)
  expect([...new Set(states)]).toEqual(['nothing: nothing', 'reserved: nothing', 'sent: as reserved', 'metered: what it cost'])
})

// A run that another worker takes over repeats the call: the provider bills both, and the budget of the step itself is not held twice.
test('a repeated call is charged besides the lost one', async () => {
  const agentId = await runs.agent({ config: { model: 'gpt-4', maxTokens: 1_000, systemPrompt: 'x' } })
  const before = await spentBy(t, user.orgId)
  const id = await runs.start(agentId, 'Go')
  let isHeld = false
  const withOrg: typeof t.platform.db.withOrg = async (orgId, work) => {
    if (isHeld || (await callsOf(t, orgId)).some(({ status }) => status === 'sent')) {
      isHeld = true
      return new Promise<never>(() => undefined)
    }
    return t.platform.db.withOrg(orgId, work)
  }
  void createExecutor({ ...t.platform, db: { ...t.platform.db, withOrg } }, { owner: 'elsewhere:1:dead' }).take(user.orgId, id)
  await until(async () => isHeld)
  const [lost] = await callsOf(t, user.orgId)
  await t.owner.query("update app.runs set lease_until = now() - interval '1 second' where id = $1", [id])
  const second = createExecutor(t.platform, { owner: 'elsewhere:2:second' })
  await second.take(user.orgId, id)
  expect((await runs.ended(id)).status).toBe('completed')
  const after = await spentBy(t, user.orgId)
  expect(after.modelCalls - before.modelCalls).toBe(2)
  expect(after.costMicros - before.costMicros).toBe((lost?.micros ?? 0) + 3_600)
  // The run shows both.
  expect(await runs.read(id)).toMatchObject({ costMicros: 3_600, unknownCostMicros: lost?.micros })
})
