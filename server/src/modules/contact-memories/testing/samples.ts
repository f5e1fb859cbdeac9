import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const contact = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('contacts.create'))['id']) } })

async function kept(setting: Setting): Promise<Record<string, string>> {
  const { params = {} } = await contact(setting)
  const { id } = await setting.run('contact-memories.create', { params, body: { fact: setting.word('Likes') } })
  return { ...params, memoryId: String(id) }
}

export const samples: Samples<'contact-memories'> = {
  'contact-memories.list': contact,
  'contact-memories.create': async (setting: Setting) => ({ ...(await contact(setting)), body: { fact: setting.word('Likes') } }),
  'contact-memories.update': async (setting: Setting) => ({ params: await kept(setting), body: { fact: setting.word('Prefers') } }),
  'contact-memories.remove': async (setting: Setting) => ({ params: await kept(setting) }),
}
