import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const onContact = async ({ create }: Setting) => ({ subject: 'contact', subjectId: String((await create('contacts.create')).id) })

/** A note of the caller: no one else may change it. */
const ownNote =
  (body?: Record<string, unknown>) =>
  async (setting: Setting): Promise<Sample> => {
    const { id } = await setting.run('notes.create', { body: { ...(await onContact(setting)), body: setting.word('Note') } })
    await setting.t.owner.query('update app.notes set author_id = $2 where id = $1', [id, setting.caller.userId])
    return { params: { id: String(id) }, ...(body ? { body } : {}) }
  }

export const samples: Samples<'notes'> = {
  'notes.list': async (setting: Setting): Promise<Sample> => ({ query: await onContact(setting) }),
  'notes.create': async (setting: Setting): Promise<Sample> => ({ body: { ...(await onContact(setting)), body: setting.word('Note') } }),
  'notes.update': ownNote({ body: 'Changed by a sample' }),
  'notes.remove': ownNote(),
}

export const pagedSamples: PagedSamples = {
  'notes.list': async (setting: Setting): Promise<Sample> => {
    const subject = await onContact(setting)
    for (const body of ['First', 'Second']) await setting.run('notes.create', { body: { ...subject, body } })
    return { query: subject }
  },
}
