import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const configOf = async ({ run }: Setting): Promise<string> => {
  const configs = (await run('ai-models.listConfigs', {})) as unknown as { configs?: { id: string }[] } & { id: string }[]
  return (configs.configs ?? configs)[0]?.id ?? ''
}

const generated = async (setting: Setting): Promise<Sample> => ({
  params: { id: String((await setting.create('diet-plans.generate'))['planId']) },
})

/** A plan whose generation stopped, or that is complete with one day: workers do not run in the matrix. */
async function stopped(setting: Setting, version: number): Promise<Sample> {
  const { params = {} } = await generated(setting)
  const { owner } = setting.t
  await owner.query(`update app.diet_plans set work = null, due_at = null, version = $2 where id = $1`, [params['id'], version])
  return { params }
}

export const samples: Samples<'diet-plans'> = {
  'diet-plans.list': () => ({ query: { limit: '2' } }),
  'diet-plans.stats': () => ({}),
  'diet-plans.generate': async (setting) => ({
    body: {
      patientName: setting.word('Patient'),
      disease: 'Diabetes',
      allergies: ['milk'],
      aiModelConfigId: await configOf(setting),
    },
  }),
  'diet-plans.read': generated,
  'diet-plans.remove': generated,
  'diet-plans.retry': (setting) => stopped(setting, 0),
  'diet-plans.regenerateDay': async (setting) => withDay(setting, {}, { instructions: 'More vegetables' }),
  'diet-plans.regenerateMeal': async (setting) => withDay(setting, { meal: '1' }, { instructions: '' }),
  'diet-plans.updateMeal': async (setting) => withDay(setting, { meal: '1' }, { meal }),
  'diet-plans.swapFood': async (setting) => withDay(setting, { meal: '1' }, { ingredient: 1, food: 'quinoa' }),
  'diet-plans.listFoods': () => ({}),
  'diet-plans.importFoods': ({ word }) => ({ file: foodFile(word('Dish')) }),
  'diet-plans.removeFood': async (setting) => {
    const name = setting.word('Dish')
    await setting.run('diet-plans.importFoods', { file: foodFile(name) })
    const foods = (await setting.run('diet-plans.listFoods', {})) as unknown as { id: string; name: string }[]
    return { params: { id: foods.find((food) => food.name === name)?.id ?? '' } }
  },
  'diet-plans.shoppingPdf': generated,
  'diet-plans.review': async (setting) => ({ ...(await stopped(setting, 1)), body: { version: 1, decision: 'approved', note: 'Fits' } }),
  'diet-plans.pdf': generated,
  'diet-plans.shopping': generated,
  'diet-plans.fhir': generated,
}

const foodFile = (name: string) => ({ type: 'text/csv', bytes: Buffer.from(`Name,kcal,Protein,Carbs,Fat\n${name},190,6,30,5\n`) })

const meal = {
  mealType: 'Lunch',
  time: '13:00',
  name: 'Rice with lentils',
  ingredients: [{ name: 'Rice', food: 'rice', amount: 80, unit: 'g', state: 'raw' }],
  preparation: 'Boil it.',
}

async function withDay(setting: Setting, params: Record<string, string>, body: Record<string, unknown>): Promise<Sample> {
  const plan = await stopped(setting, 1)
  const id = plan.params?.['id'] ?? ''
  const { keyRing, db } = setting.t.platform
  const { insertDays } = await import('../days-store.ts')
  await db.withOrg(setting.org.id, (tx) => insertDays(keyRing, tx, { planId: id, version: 1 }, [{ day: 1, meals: [meal] as never }]))
  return { params: { id, day: '1', ...params }, body }
}

export const pagedSamples: PagedSamples = {
  'diet-plans.list': async ({ create }: Setting): Promise<Sample> => {
    await create('diet-plans.generate')
    await create('diet-plans.generate')
    return {}
  },
}
