import { idOf } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A picture of one pixel. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const block = { id: 'hello', type: 'heading', spans: [{ text: 'Hello' }] }
const changed = new WeakMap<Setting['org'], string>()

/** A reused block: the matrix sends more variants than an organization may have blocks. */
async function blockToChange(setting: Setting): Promise<string> {
  const id = changed.get(setting.org) ?? String((await setting.create('email-designs.createBlock'))['id'])
  changed.set(setting.org, id)
  return id
}

export const samples: Samples<'email-designs'> = {
  'email-designs.listImages': () => ({ query: { limit: '2' } }),
  'email-designs.uploadImage': ({ word }) => ({ query: { name: word('Logo') }, file: { type: 'image/png', bytes: pixel } }),
  'email-designs.removeImage': idOf('email-designs.uploadImage'),
  'email-designs.openImage': async ({ create }): Promise<Sample> => {
    const { url } = await create('email-designs.uploadImage')
    return { params: { file: String(url).split('/').at(-1) ?? '' } }
  },
  'email-designs.openPicture': () => ({ params: { picture: 'cup.png' } }),
  'email-designs.listBlocks': () => ({ query: { limit: '2' } }),
  'email-designs.createBlock': ({ word }) => ({ body: { name: word('Block'), block } }),
  'email-designs.updateBlock': async (setting) => ({
    params: { id: await blockToChange(setting) },
    body: { name: setting.word('Changed') },
  }),
  'email-designs.removeBlock': idOf('email-designs.createBlock'),
  'email-designs.readStyle': () => ({}),
  'email-designs.setStyle': () => ({ body: { buttonColor: '#7c3aed' } }),
}

/** At least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: PagedSamples = {
  'email-designs.listImages': async ({ create }): Promise<Sample> => {
    await create('email-designs.uploadImage')
    await create('email-designs.uploadImage')
    return {}
  },
  'email-designs.listBlocks': async ({ create }): Promise<Sample> => {
    await create('email-designs.createBlock')
    await create('email-designs.createBlock')
    return {}
  },
}
