import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { beOperator } from './operator-samples.ts'

async function slugOf({ t, org }: Setting): Promise<string> {
  const { rows } = await t.owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [org.id])
  return rows[0]?.slug ?? ''
}

const offerTo = async (setting: Setting) => ({ slug: await slugOf(setting), monthlyPrice: 5_000_000, days: 30, limits: { maxUsers: 900 } })

export const samples: Samples<'plan-offers'> = {
  'plan-offers.list': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    return {}
  },
  'plan-offers.create': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    return { body: await offerTo(setting) }
  },
  'plan-offers.withdraw': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    await setting.run('plan-offers.create', { body: await offerTo(setting) })
    const { rows } = await setting.t.owner.query<{ id: string }>("select id from app.plan_offers where org_id = $1 and status = 'open'", [
      setting.org.id,
    ])
    return { params: { id: rows[0]?.id ?? '' } }
  },
}
