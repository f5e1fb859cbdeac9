import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DietPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { DietPlanRun } from '@imperium/contract/diet-plans/diet-plans.ts'
import { makeOwnServer, patienceMs } from '../../../testing/own-server.ts'
import type { OwnServer } from '../../../testing/own-server.ts'
import { testPassword } from '../../../testing/test-app.ts'
import { pause, until } from '../../../testing/test-runs.ts'

const numberOfDays = 60
let server: OwnServer

beforeAll(async () => {
  server = await makeOwnServer('diet-plan-kill')
})
afterAll(() => server.close())

const call = <T>(method: string, route: string, body?: unknown) => server.call<T>(method, `/api${route}`, body)

test('a plan has every day once after kill -9 in the middle of its writing', { timeout: patienceMs }, async () => {
  await server.start()
  const person = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Kay', organizationName: 'Killed', password: testPassword }
  server.token = (await call<{ token: string }>('POST', '/auth/register', person)).token
  const [config] = await call<{ id: string }[]>('GET', '/ai-models/configs')
  const body = { patientName: 'Asha', disease: 'Hypertension', numberOfDays, mealsPerDay: 6, aiModelConfigId: config?.id }
  const { planId } = await call<DietPlanRun>('POST', '/diet-plans/generate', body)
  // Slower than the limit of requests.
  const read = async () => {
    await pause(200)
    return call<DietPlan>('GET', `/diet-plans/${planId}`)
  }
  const before = await until(async () => {
    const { daysDone } = await read()
    return daysDone > 0 && daysDone
  }, patienceMs)
  await server.stop('SIGKILL')
  await server.start()
  const plan = await until(async () => {
    const now = await read()
    return now.work === null && now
  }, patienceMs)
  expect(before).toBeLessThan(numberOfDays)
  expect(plan).toMatchObject({ error: null, version: 1, daysDone: numberOfDays })
  expect(plan.dietPlan.dailyPlans.map(({ day }) => day)).toEqual(Array.from({ length: numberOfDays }, (_, at) => at + 1))
  await server.withDatabase(async (owner) => {
    const { rows } = await owner.query(
      `select (select count(*)::int from app.diet_plan_days) as days, (select count(*)::int from app.diet_plan_versions) as versions,
        (select count(*)::int from app.diet_plans_generated) as generated`,
    )
    expect(rows[0]).toEqual({ days: numberOfDays, versions: 1, generated: 1 })
  })
})
