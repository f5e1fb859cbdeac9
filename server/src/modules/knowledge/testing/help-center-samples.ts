import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const page = async ({ run, org }: Setting): Promise<Sample> => {
  await run('help-center.update', { body: { isEnabled: true, title: '', intro: '' } })
  return { params: { org: org.slug } }
}

const article = async (setting: Setting): Promise<Sample> => {
  const { params } = await page(setting)
  const body = { title: setting.word('Public'), body: 'Of a sample', visibility: 'public', status: 'PUBLISHED' }
  const { id } = await setting.run('knowledge.create', { body })
  return { params: { ...params, id: String(id) } }
}

export const samples: Samples<'help-center'> = {
  'help-center.read': () => ({}),
  'help-center.update': () => ({ body: { isEnabled: true, title: 'Help', intro: '' } }),
  'help-center.home': page,
  'help-center.article': article,
  'help-center.rate': async (setting) => ({
    ...(await article(setting)),
    file: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('helpful=true') },
  }),
  'help-center.sitemap': page,
}
