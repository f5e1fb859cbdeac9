import { idOf } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A ticket of the caller: only managers see those of others. */
const ownTicket =
  (body?: Record<string, unknown>) =>
  async (setting: Setting): Promise<Sample> => {
    const { id } = await setting.create('support.create')
    await setting.t.owner.query('update app.support_tickets set author_id = $2 where id = $1', [id, setting.caller.userId])
    return { params: { id: String(id) }, ...(body ? { body } : {}) }
  }

/** A file that the caller uploaded. */
const ownFile = async (setting: Setting): Promise<Sample> => {
  const sample = await idOf('support.attach')(setting)
  await setting.t.owner.query('update app.support_attachments set uploaded_by = $2 where id = $1', [
    sample.params?.['id'],
    setting.caller.userId,
  ])
  return sample
}

export const samples: Samples<'support'> = {
  'support.overview': () => ({}),
  'support.list': () => ({}),
  'support.read': ownTicket(),
  'support.create': ({ word }) => ({
    body: { category: 'question', subject: word('Ticket'), message: 'Of a sample', requestIds: ['a-request'] },
  }),
  'support.reply': ownTicket({ message: 'More of a sample' }),
  'support.close': ownTicket(),
  'support.attach': ({ word }) => ({
    query: { name: `${word('log')}.txt` },
    file: { type: 'application/octet-stream', bytes: Buffer.from('Of a sample') },
  }),
  'support.attachment': ownFile,
}

export const pagedSamples: PagedSamples = {
  'support.list': async ({ create }: Setting): Promise<Sample> => {
    await create('support.create')
    await create('support.create')
    return {}
  },
}
