import { afterAll, beforeAll, expect, test } from 'vitest'
import { DietPlanPatient } from '@imperium/contract/diet-plans/diet-plan.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { crashTable } from '../../../testing/model-call-crashes.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { runsOf } from '../../../testing/test-runs.ts'
import { askOutline } from './ask-model.ts'

let t: TestApp
let user: TestUser
let fake: FakeOpenAi
let configId: string
const outline = {
  summary: { title: 'Less salt', description: 'A week with less salt.', keyRecommendations: ['Cook at home', 'Drink water', 'Walk'] },
  foodsToAvoid: ['Crisps'],
  foodsToEmphasize: ['Lentils'],
}
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => ({ text: JSON.stringify(outline), usage: { prompt: 100, completion: 10 } }) })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  user = await t.register()
  configId = await runsOf(t, user).serveModel(fake.url, 'gpt-4')
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const patient = DietPlanPatient.parse({ patientName: 'Asha', disease: 'Hypertension' })

const sweep = async () => {
  const ticks = t.modules.flatMap((module) => module.ticks ?? [])
  await ticks.find(({ name }) => name === 'end-lost-model-calls')?.run()
}

// Outline, days and meals are asked for in one way.
test('a worker that stops anywhere around the question for a plan charges what the provider may bill', async () => {
  const work = (platform: Platform) =>
    askOutline(
      platform,
      { inOrg: (inner) => platform.db.withOrg(user.orgId, inner), signal: () => new AbortController().signal },
      { patient, configId, language: 'en', slots: [] },
    )
  const points = await crashTable(t, { orgId: user.orgId, work, sweep, provider: fake.count })
  const states = points.map(({ left, charged }) => `${left}: ${charged}`)
  expect([...new Set(states)]).toEqual(['nothing: nothing', 'reserved: nothing', 'sent: as reserved', 'metered: what it cost'])
})
