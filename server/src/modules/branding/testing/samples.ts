import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A picture of one pixel. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const file = { type: 'image/png', bytes: pixel }
const body = { primary: '#0f766e', font: 'lora', customCss: 'h1 { letter-spacing: 1px }' }

const saved = async ({ create }: Setting): Promise<number> => Number((await create('branding.save'))['version'])

export const samples: Samples<'branding'> = {
  'branding.read': () => ({}),
  'branding.save': () => ({ body }),
  'branding.reset': () => ({}),
  'branding.uploadLogo': () => ({ file }),
  'branding.uploadFavicon': () => ({ file }),
  'branding.openImage': async ({ create }): Promise<Sample> => {
    const { path } = await create('branding.uploadLogo')
    return { params: { file: String(path).split('/').at(-1) ?? '' } }
  },
  'branding.checkCss': () => ({ body: { css: 'a { color: red }' } }),
  'branding.versions': () => ({ query: { limit: '2' } }),
  'branding.restore': async (setting) => ({ params: { version: String(await saved(setting)) } }),
}

/** At least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: PagedSamples = {
  'branding.versions': async (setting): Promise<Sample> => {
    await saved(setting)
    await saved(setting)
    return {}
  },
}
