import { none } from '../../../testing/matrix/sample.ts'
import type { Samples, Setting } from '../../../testing/matrix/sample.ts'

const without = async ({ t, org }: Setting) => {
  await t.owner.query('delete from app.demo_data where org_id = $1', [org.id])
  return {}
}

export const samples: Samples<'demo-data'> = {
  'demo-data.read': none,
  'demo-data.load': without,
  'demo-data.remove': async (setting) => {
    await without(setting)
    await setting.t.owner.query("insert into app.demo_data (org_id, status, records) values ($1, 'ready', '{}')", [setting.org.id])
    return {}
  },
}
