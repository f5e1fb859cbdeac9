import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DietPlan, DietPlanRow } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { OwnFood, OwnFoodImport } from '@imperium/contract/diet-plans/own-foods.ts'
import type { DietPlanRun } from '@imperium/contract/diet-plans/diet-plans.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'

let t: TestApp
let owner: TestUser
let configId: string
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  const configs = await t.call<{ id: string }[]>('GET', '/api/ai-models/configs', { token: owner.token })
  configId = configs.body.data[0]?.id ?? ''
  await t.startWorkers()
})
afterAll(() => t.close())

const as = (user: TestUser) => ({
  get: <T>(path: string) => t.call<T>('GET', `/api/diet-plans${path}`, { token: user.token }),
  post: <T>(path: string, body: object = {}) => t.call<T>('POST', `/api/diet-plans${path}`, { token: user.token, body }),
  put: <T>(path: string, body: object) => t.call<T>('PUT', `/api/diet-plans${path}`, { token: user.token, body }),
  remove: (path: string) => t.call('DELETE', `/api/diet-plans${path}`, { token: user.token }),
})
const request = (body: object = {}) => ({ patientName: 'Asha Müller', disease: 'Hypertension', aiModelConfigId: configId, ...body })
const read = async (id: string) => (await as(owner).get<DietPlan>(`/${id}`)).body.data

async function generate(body: object = {}): Promise<DietPlan> {
  const { status, body: reply } = await as(owner).post<DietPlanRun>('/generate', request(body))
  expect(status).toBe(202)
  return until(async () => {
    const plan = await read(reply.data.planId)
    return plan.work === null && plan
  }, 30_000)
}

const list = async (query: string) => (await as(owner).get<DietPlanRow[]>(query)).body.data.map(({ patientName }) => patientName)

describe('generating', () => {
  test('answers 202 with the run and writes every day once, with computed numbers, and counts it as usage', async () => {
    const plan = await generate({ numberOfDays: 5, allergies: ['milk'] })
    const { summary, dailyPlans } = plan.dietPlan
    expect(plan).toMatchObject({ timespan: '5 days', status: 'other', statusReason: 'not_reviewed', version: 1, error: null, target: null })
    expect(summary.title).not.toBe('')
    expect(dailyPlans.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5])
    expect(dailyPlans[0]?.meals.map(({ mealType }) => mealType)).toEqual(['Breakfast', 'Lunch', 'Dinner'])
    const calories = dailyPlans.map(({ nutrition }) => nutrition.calories ?? 0)
    expect(Math.min(...calories)).toBeGreaterThan(500)
    expect(plan.conflicts).toEqual([])
    expect(plan.foodSource).toContain('USDA')
    const usage = await t.call<{ usageByModel: { dietPlansGenerated: number }[] }>('GET', '/api/usage-analytics/dashboard?period=30d', {
      token: owner.token,
    })
    expect(usage.body.data.usageByModel.map(({ dietPlansGenerated }) => dietPlansGenerated)).toEqual([1])
  })

  test('takes the specified defaults and refuses what is outside of the limits', async () => {
    const { body } = await as(owner).post<DietPlanRun>('/generate', request())
    expect(await read(body.data.planId)).toMatchObject({ numberOfDays: 7, mealsPerDay: 3 })
    for (const wrong of [{ numberOfDays: 0 }, { numberOfDays: 91 }, { mealsPerDay: 7 }, { patientAge: 1.5 }, { disease: ' ' }])
      expect((await as(owner).post('/generate', request(wrong))).status).toBe(422)
    const other = await as(owner).post('/generate', request({ aiModelConfigId: '00000000-0000-4000-8000-000000000001' }))
    expect([other.status, other.body.errors?.[0]?.path]).toEqual([422, 'aiModelConfigId'])
  })

  test('a worker that died leaves no day out and writes none twice', async () => {
    const plan = await generate({ numberOfDays: 4 })
    // As after a kill between two pieces: the lease of a dead process, one day missing.
    await t.owner.query('delete from app.diet_plan_days where plan_id = $1 and day = 3', [plan.id])
    await t.owner.query(
      `update app.diet_plans set work = 'generate', work_id = $1, days_done = 3, version = 0, lease_owner = 'elsewhere:1:1', epoch = epoch + 1,
         lease_until = now() - interval '1 second' where id = $1`,
      [plan.id],
    )
    await t.owner.query('delete from app.diet_plan_versions where plan_id = $1', [plan.id])
    const done = await until(async () => {
      const now = await read(plan.id)
      return now.work === null && now
    }, 30_000)
    expect(done.dietPlan.dailyPlans.map(({ day }) => day)).toEqual([1, 2, 3, 4])
    expect(done.daysDone).toBe(4)
    const counted = await t.owner.query('select 1 from app.diet_plans_generated where plan_id = $1', [plan.id])
    expect(counted.rowCount).toBe(1)
  })

  test('computes an energy target from age, gender, weight, height and activity', async () => {
    const person = {
      patientAge: 30,
      patientGender: 'Female',
      weightKg: 60,
      heightCm: 165,
      activity: 'moderate',
      pregnancy: 'third_trimester',
    }
    const plan = await generate({ numberOfDays: 1, ...person })
    expect(plan.target).toEqual({ calories: 2_500, protein: 66, basis: 'Mifflin-St Jeor (1990)' })
  })
})

describe('reading', () => {
  test('finds by the beginning of a word of name or disease, without case and accents', async () => {
    await generate({ patientName: 'Zoë Østergård', disease: 'Celiac disease', numberOfDays: 1 })
    await generate({ patientName: '山田花子', disease: '高血圧', numberOfDays: 1 })
    expect(await list('?q=zoe')).toEqual(['Zoë Østergård'])
    expect(await list('?q=celi%20dis')).toEqual(['Zoë Østergård'])
    expect(await list('?q=%E8%8A%B1%E5%AD%90')).toEqual(['山田花子'])
    expect(await list('?q=oe')).toEqual([])
    expect(await list('?status=active&q=zoe')).toEqual([])
  })

  test('keeps health data out of the tables, the audit log and the search of the organization', async () => {
    await generate({ patientName: 'Qvintessa Secretname', disease: 'Raredisease', specialInstructions: 'Privatewish', numberOfDays: 1 })
    const { rows } = await t.owner.query<{ text: string }>(
      `select (select string_agg(p::text, ' ') from app.diet_plans p) || (select string_agg(d::text, ' ') from app.diet_plan_days d)
         || (select string_agg(a::text, ' ') from app.audit_log a) as text`,
    )
    expect(rows[0]?.text).not.toMatch(/Qvintessa|Raredisease|Privatewish/)
    const found = await t.call('GET', '/api/search?q=Qvintessa', { token: owner.token })
    expect(JSON.stringify(found.body.data)).not.toContain('Qvintessa')
  })

  test('records every reading', async () => {
    const plan = await generate({ numberOfDays: 1 })
    await as(owner).get(`/${plan.id}/shopping-list`)
    const { rows } = await t.owner.query<{ action: string; target_name: string }>(
      `select action, target_name from app.audit_log where target_id = $1 and action <> 'diet-plans.generate'`,
      [plan.id],
    )
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['diet-plans.read', 'diet-plans.shopping']))
    expect(rows[0]?.target_name).toBe(plan.reference)
  })

  test('refuses members without the health permission, and does not know the plans of others', async () => {
    const plan = await generate({ numberOfDays: 1 })
    for (const role of ['MEMBER', 'VIEWER'] as const) {
      const member = await t.addMember(owner.orgId, role)
      expect((await as(member).get('')).status).toBe(403)
      expect((await as(member).get(`/${plan.id}`)).status).toBe(403)
    }
    const stranger = await t.register()
    expect((await as(stranger).get(`/${plan.id}`)).status).toBe(404)
    expect((await as(stranger).remove(`/${plan.id}`)).status).toBe(404)
  })
})

describe('changing', () => {
  const meal = {
    mealType: 'Lunch',
    time: '12:30',
    name: 'Rice pudding',
    ingredients: [
      { name: 'Rice', food: 'rice', amount: 50, unit: 'g', state: 'raw' },
      { name: 'Ghee', food: 'ghee', amount: 1, unit: 'tbsp', state: null },
      { name: 'Unicorn dust', food: '', amount: 3, unit: 'g', state: null },
    ],
    preparation: 'Cook.',
  }

  test('an edited meal is a new version with new numbers, and names what conflicts and what is not counted', async () => {
    const plan = await generate({ numberOfDays: 1, allergies: ['milk'] })
    const path = `/${plan.id}/days/1/meals/2`
    const changed = await as(owner).put<DietPlan>(path, { version: 1, meal })
    expect(changed.status).toBe(200)
    const [, lunch] = changed.body.data.dietPlan.dailyPlans[0]?.meals ?? []
    expect(lunch).toMatchObject({ name: 'Rice pudding', unmatched: 1 })
    expect(lunch?.nutrition.calories).toBeGreaterThan(250)
    expect(lunch?.ingredients[2]).toMatchObject({ match: null, missing: 'food' })
    expect(changed.body.data.conflicts).toMatchObject([{ kind: 'allergy', rule: 'milk', day: 1, meal: 'Rice pudding', ingredient: 'Ghee' }])
    expect(changed.body.data.versions.map(({ reason }) => reason)).toEqual(['edited', 'generated'])
    expect((await as(owner).put(path, { version: 1, meal })).status).toBe(409)
    // The conflict stops an approval.
    expect((await as(owner).post(`/${plan.id}/review`, { version: 2, decision: 'approved' })).status).toBe(409)
  })

  test('one meal and one day are written again as new versions', async () => {
    const plan = await generate({ numberOfDays: 2 })
    const settled = () =>
      until(async () => {
        const now = await read(plan.id)
        return now.work === null && now
      }, 30_000)
    expect((await as(owner).post(`/${plan.id}/days/2/meals/1/regenerate`, { version: 1 })).status).toBe(202)
    const second = await settled()
    expect(second.version).toBe(2)
    expect(second.dietPlan.dailyPlans[1]?.meals[0]?.name).not.toBe(plan.dietPlan.dailyPlans[1]?.meals[0]?.name)
    expect(second.dietPlan.dailyPlans[0]).toEqual(plan.dietPlan.dailyPlans[0])
    expect((await as(owner).post(`/${plan.id}/days/1/regenerate`, { version: 1 })).status).toBe(409)
    await as(owner).post(`/${plan.id}/days/1/regenerate`, { version: 2 })
    expect((await settled()).version).toBe(3)
    expect((await as(owner).post(`/${plan.id}/days/9/regenerate`, {})).status).toBe(404)
  })

  test('is active from its first day once reviewed, and other again after a change or withdrawal', async () => {
    const plan = await generate({ numberOfDays: 1, consentGiven: true })
    expect(plan.consent).not.toBeNull()
    const review = (body: object) => as(owner).post<DietPlan>(`/${plan.id}/review`, body)
    const approved = await review({ version: 1, decision: 'approved', note: 'Fits well' })
    expect(approved.body.data).toMatchObject({ status: 'active', statusReason: null, review: { decision: 'approved', note: 'Fits well' } })
    await t.owner.query(`update app.diet_plans set starts_on = starts_on - 5 where id = $1`, [plan.id])
    expect(await read(plan.id)).toMatchObject({ status: 'completed' })
    await as(owner).put(`/${plan.id}/days/1/meals/2`, { version: 1, meal })
    expect(await read(plan.id)).toMatchObject({ status: 'other', statusReason: 'not_reviewed' })
    expect((await review({ version: 2, decision: 'withdrawn' })).body.data.statusReason).toBe('withdrawn')
    const stats = await as(owner).get<{ total: number; other: number }>('/stats')
    expect(stats.body.data.total).toBe(stats.body.data.other)
  })

  test('is deleted with its days, words and versions; usage stays', async () => {
    const plan = await generate({ numberOfDays: 1 })
    expect((await as(owner).remove(`/${plan.id}`)).status).toBe(200)
    const { rows } = await t.owner.query<{ days: number; words: number; counted: number }>(
      `select (select count(*)::int from app.diet_plan_days where plan_id = $1) days,
         (select count(*)::int from app.diet_plan_words where plan_id = $1) words,
         (select count(*)::int from app.diet_plans_generated where plan_id = $1) counted`,
      [plan.id],
    )
    expect(rows[0]).toEqual({ days: 0, words: 0, counted: 1 })
  })
})

const upload = <T>(user: TestUser, csv: string) =>
  t.app
    .inject({
      method: 'POST',
      url: '/api/diet-plans/foods/import',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'text/csv' },
      payload: csv,
    })
    .then((reply) => ({ status: reply.statusCode, data: reply.json<{ data: T }>().data }))

describe('own foods', () => {
  const line = (name: string, amount: number, unit = 'g') => ({ name, food: '', amount, unit, state: null })
  const mealOf = (...ingredients: object[]) => ({ mealType: 'Lunch', time: '12:30', name: 'A', ingredients, preparation: '' })

  test('come by CSV, go before the table, and are named with the numbers of a plan', async () => {
    const csv =
      'Lebensmittel;kcal;Eiweiß;Kohlenhydrate;Fett;Natrium;Medida;Grams;Source\nIdli;120,5;4;25;0,5;210;piece;40;Kitchen\nSteinsuppe;viel;1;1;1;;;;\nZu viel;100;60;60;60;;;;\n'
    const first = await upload<OwnFoodImport>(owner, csv)
    expect(first.data).toMatchObject({
      created: 1,
      updated: 0,
      faults: [
        { line: 3, column: 'kcal' },
        { line: 4, column: 'protein' },
      ],
    })
    const plan = await generate({ numberOfDays: 1 })
    const changed = await as(owner).put<DietPlan>(`/${plan.id}/days/1/meals/2`, {
      meal: mealOf(line('idli', 3, 'piece'), line('Unknown', 10)),
    })
    const lunch = changed.body.data.dietPlan.dailyPlans[0]?.meals[1]
    expect(lunch?.ingredients[0]?.match).toMatchObject({ source: 'own', foodName: 'Idli', grams: 120, confidence: 1 })
    expect(lunch).toMatchObject({ unmatched: 1, nutrition: { calories: 145, protein: 4.8 } })
    expect((await upload<OwnFoodImport>(owner, 'Name,kcal\nIDLI,90\n')).data).toMatchObject({ created: 0, updated: 1 })
    const foods = (await as(owner).get<OwnFood[]>('/foods')).body.data
    expect(foods.map(({ name, kcal }) => [name, kcal])).toEqual([['IDLI', 90]])
    const member = await t.addMember(owner.orgId, 'MEMBER')
    expect((await as(member).get('/foods')).status).toBe(403)
    const stranger = await t.register()
    expect((await as(stranger).get<OwnFood[]>('/foods')).body.data).toEqual([])
    expect((await as(stranger).remove(`/foods/${foods[0]?.id}`)).status).toBe(404)
    expect((await as(owner).remove(`/foods/${foods[0]?.id}`)).status).toBe(200)
  })

  test('are refused from a file that is no table of foods', async () => {
    expect((await upload(owner, 'a,b\n1,2\n')).status).toBe(422)
  })
})

test('swaps a food and keeps the energy, as a new version that needs a review', async () => {
  const plan = await generate({ numberOfDays: 1 })
  const rice = { name: 'Rice', food: 'rice', amount: 80, unit: 'g', state: 'raw' }
  const meal = { mealType: 'Lunch', time: '12:30', name: 'A', ingredients: [rice], preparation: '' }
  const path = `/${plan.id}/days/1/meals/2`
  const before = (await as(owner).put<DietPlan>(path, { meal })).body.data
  const swapped = (await as(owner).post<DietPlan>(`${path}/swap`, { version: before.version, ingredient: 1, food: 'quinoa' })).body.data
  const mealOf = ({ dietPlan }: DietPlan) => dietPlan.dailyPlans[0]?.meals[1]
  expect(mealOf(swapped)?.ingredients[0]?.match?.foodName).toBe('Quinoa, uncooked')
  expect(Math.abs((mealOf(swapped)?.nutrition.calories ?? 0) - (mealOf(before)?.nutrition.calories ?? 0))).toBeLessThanOrEqual(3)
  expect(swapped.version).toBe(before.version + 1)
  expect((await as(owner).post(`${path}/swap`, { ingredient: 1, food: 'unicorn steak' })).status).toBe(409)
  expect((await as(owner).post(`${path}/swap`, { ingredient: 9, food: 'quinoa' })).status).toBe(404)
})

test('names days above the daily limit of the disease, and what was not counted', async () => {
  const plan = await generate({ numberOfDays: 1, disease: 'Bluthochdruck' })
  const salt = { name: 'Salz', food: '', amount: 10, unit: 'g', state: null }
  const meal = { mealType: 'Lunch', time: '12:30', name: 'A', ingredients: [salt, { ...salt, name: 'Unknown' }], preparation: '' }
  const { limits } = (await as(owner).put<DietPlan>(`/${plan.id}/days/1/meals/2`, { meal })).body.data
  expect(limits).toMatchObject([{ day: 1, nutrient: 'sodium', most: 2_000, rule: 'Bluthochdruck' }])
  expect(limits[0]?.milligrams).toBeGreaterThan(3_800)
  expect(limits[0]?.unknown).toBeGreaterThan(0)
})

test('gives the shopping list in the language of its reader, and prints it without the patient', async () => {
  const plan = await generate({ numberOfDays: 1 })
  const meal = {
    mealType: 'Lunch',
    time: '12:30',
    name: 'A',
    ingredients: [{ name: 'Linsen', food: '', amount: 80, unit: 'g', state: 'raw' }],
  }
  await as(owner).put(`/${plan.id}/days/1/meals/2`, { meal })
  const names = async (language: string) =>
    (await as(owner).get<{ name: string }[]>(`/${plan.id}/shopping-list?language=${language}`)).body.data.map(({ name }) => name)
  expect(await names('en')).toContain('lentil')
  expect(await names('es')).toContain('lentejas')
  expect(await names('ja')).toContain('レンズ豆')
  const pdf = await t.app.inject({
    method: 'GET',
    url: `/api/diet-plans/${plan.id}/shopping-list/pdf?language=fr`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
})

test('prints a PDF and exports FHIR with the disclaimer', async () => {
  const plan = await generate({ numberOfDays: 2, allergies: ['milk'] })
  const pdf = await t.app.inject({
    method: 'GET',
    url: `/api/diet-plans/${plan.id}/pdf?language=ja`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const fhir = await t.app.inject({
    method: 'GET',
    url: `/api/diet-plans/${plan.id}/fhir`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(fhir.json()).toMatchObject({ resourceType: 'NutritionOrder', status: 'draft', intent: 'plan' })
  expect(fhir.body).toContain('Not medical advice')
  // FHIR knows neither empty lists nor empty texts.
  expect(fhir.body).not.toMatch(/\[\s*\]|: ""/)
})
