import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** One is written at a time: those of earlier samples are over. */
const ended = async ({ t, org }: Setting): Promise<Sample> => {
  await t.owner.query(`update app.data_exports set state = 'failed' where org_id = $1`, [org.id])
  return {}
}

const created = async (setting: Setting): Promise<Sample> => ({
  params: { id: String((await setting.create('data-exports.create'))['id']) },
})

/** An export whose file is there. */
async function written(setting: Setting): Promise<Sample> {
  const sample = await created(setting)
  const { t, org } = setting
  const source = (async function* () {
    yield Buffer.from('archive')
  })()
  const file = await t.platform.files.write(org.id, { name: 'a.tar.gz', contentType: 'application/gzip', source, maxBytes: 100 })
  await t.owner.query(`update app.data_exports set state = 'done', file_id = $2 where id = $1`, [sample.params?.['id'], file.id])
  return sample
}

export const samples: Samples<'data-exports'> = {
  'data-exports.held': () => ({}),
  'data-exports.list': () => ({}),
  'data-exports.create': ended,
  'data-exports.download': written,
  'data-exports.remove': created,
}
