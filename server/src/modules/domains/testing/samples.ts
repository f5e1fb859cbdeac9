import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const created = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('domains.add'))['id']) } })

/** Name servers that know no record: a check asks no one outside. */
const withSilentDns = ({ t }: Setting): void => {
  const none = async () => []
  const dns = { readTxt: none, readTxtAtSource: none, readTargetAtSource: async () => ({ cnames: [], addresses: [] }), readAddresses: none }
  Object.assign(t.platform, { dns })
}

export const samples: Samples<'domains'> = {
  'domains.list': () => ({}),
  'domains.add': ({ word }) => ({
    body: {
      domain: `${word('d')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')}.example.org`,
    },
  }),
  'domains.verify': (setting) => {
    withSilentDns(setting)
    return created(setting)
  },
  'domains.retry': async (setting) => {
    const sample = await created(setting)
    await setting.t.owner.query(`update app.custom_domains set status = 'failed' where id = $1`, [sample.params?.['id']])
    return sample
  },
  'domains.remove': created,
}
