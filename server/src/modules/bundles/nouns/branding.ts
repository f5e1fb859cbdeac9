import { z } from 'zod'
import { BrandSettings, branding } from '@imperium/contract/branding/branding.ts'
import { maxLogoBytes } from '@imperium/contract/branding/image-limits.ts'
import { Upload } from '../../../platform/operations/upload.ts'
import { readBrandImage } from '../../branding/index.ts'
import type { BundledNoun, Worker } from './bundled-noun.ts'

/** A PNG as text. */
const Image = z
  .base64()
  .max(Math.ceil((maxLogoBytes * 4) / 3))
  .nullable()
const Content = z.strictObject({ ...BrandSettings.omit({ logoId: true, faviconId: true }).shape, logo: Image, favicon: Image })
type Content = z.output<typeof Content>

const brandKey = 'brand'

async function readContent({
  invoke,
  context,
}: Worker): Promise<{ content: Content; ids: Pick<BrandSettings, 'logoId' | 'faviconId'> } | null> {
  const { primary, secondary, accent, font, themeMode, customCss, logoId, faviconId, version } = await invoke(branding.read)
  if (version === 0) return null
  const text = (id: string | null) =>
    id === null ? null : context.inOrg(async (tx) => (await readBrandImage(tx, id))?.toString('base64') ?? null)
  const images = { logo: await text(logoId), favicon: await text(faviconId) }
  return { content: { primary, secondary, accent, font, themeMode, customCss, ...images }, ids: { logoId, faviconId } }
}

async function save(worker: Worker, { logo, favicon, ...settings }: Content): Promise<void> {
  const here = await readContent(worker)
  const idOf = async (image: string | null, own: string | null | undefined, kept: string | null, upload: Uploading) => {
    if (image === null) return null
    if (image === own) return kept
    return (await worker.invoke(upload, { body: new Upload('image/png', Buffer.from(image, 'base64')) })).id
  }
  const logoId = await idOf(logo, here?.content.logo, here?.ids.logoId ?? null, branding.uploadLogo)
  const faviconId = await idOf(favicon, here?.content.favicon, here?.ids.faviconId ?? null, branding.uploadFavicon)
  await worker.invoke(branding.save, { body: { ...settings, logoId, faviconId } })
}
type Uploading = typeof branding.uploadLogo | typeof branding.uploadFavicon

/** The brand with its images; there is one, and none before the first save. */
export const bundledBranding: BundledNoun<Content> = {
  noun: 'branding',
  read: 'branding:read',
  write: 'branding:write',
  content: Content,
  list: async (worker) => {
    const here = await readContent(worker)
    return here ? [{ id: brandKey, name: brandKey, content: here.content }] : []
  },
  create: save,
  update: (worker, _id, content) => save(worker, content),
}
