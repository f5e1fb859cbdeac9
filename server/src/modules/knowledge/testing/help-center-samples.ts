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

const logo: Sample = {
  file: {
    type: 'image/png',
    bytes: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  },
}

export const samples: Samples<'help-center'> = {
  'help-center.read': () => ({}),
  'help-center.update': () => ({
    body: { isEnabled: true, title: 'Help', intro: '', accent: '#3b46d6', links: [{ label: 'Shop', url: 'https://shop.example' }] },
  }),
  'help-center.setLogo': () => logo,
  'help-center.removeLogo': () => ({}),
  'help-center.logo': async (setting) => {
    await setting.run('help-center.setLogo', logo)
    return page(setting)
  },
  'help-center.home': page,
  'help-center.article': article,
  'help-center.rate': async (setting) => ({
    ...(await article(setting)),
    file: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('helpful=true') },
  }),
  'help-center.sitemap': page,
}
