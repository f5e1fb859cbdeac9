import { randomBytes } from 'node:crypto'
import type { BrandImage } from '@imperium/contract/branding/branding.ts'
import { faviconSides, logoBox, maxFaviconBytes, maxLogoBytes } from '@imperium/contract/branding/image-limits.ts'
import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { idFromBytes, idToBytes, newId } from '../../platform/ids.ts'
import { decodeImage } from '../../platform/images/decode-image.ts'
import { isSvg, rasterizeSvg } from '../../platform/images/rasterize-svg.ts'
import { isIco, readIco } from '../../platform/images/read-ico.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { countImages, deleteUnusedImages, findImageByKey, insertImage } from './brand-store.ts'
import type { ImageRow } from './brand-store.ts'

interface DrawnImage {
  png: Buffer
  width: number
  height: number
}

/** Uploads that no saved version uses; the oldest go when there are more. */
const mostUnused = 20
const mostImages = 500

/** A logo as a PNG that fits into twice the recommended size. @throws 422 */
const drawLogo = async (bytes: Uint8Array): Promise<DrawnImage> =>
  isSvg(bytes)
    ? rasterizeSvg(bytes, logoBox)
    : decodeImage(bytes, { animated: false }, async ({ picture }) => {
        const sized = picture.resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
        const { data, info } = await sized.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
        return { png: data, width: info.width, height: info.height }
      })

/** A favicon as a square PNG of 64 pixels, or 32 where the upload has no more. @throws 422 */
async function drawFavicon(bytes: Uint8Array): Promise<DrawnImage> {
  const picture = isIco(bytes) ? readIco(bytes) : { png: bytes }
  if ('pixels' in picture) {
    const { default: sharp } = await import('sharp')
    const { pixels, width, height } = picture
    const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    return drawFavicon(png)
  }
  return decodeImage(picture.png, { animated: false }, async ({ picture: decoded, metadata }) => {
    const [small, large] = faviconSides
    const side = Math.max(metadata.width, metadata.height) >= large ? large : small
    const sized = decoded.resize({ width: side, height: side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    const { data, info } = await sized.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
    return { png: data, width: info.width, height: info.height }
  })
}

/** Organization and random key, so that it can be read without a session. */
const imagePath = (orgId: string, key: string): string => `/api/b/${idToBytes(orgId).toString('base64url')}${key}.png`

export const toBrandImage = (orgId: string, { id, kind, key, width, height, size_bytes }: ImageRow): BrandImage => ({
  id,
  kind: kind === 'logo' ? 'logo' : 'favicon',
  path: imagePath(orgId, key),
  width,
  height,
  sizeBytes: size_bytes,
})

/** Stores an upload; it is applied when a saved brand names it. @throws 422, 409 PLAN_LIMIT when the storage is full */
export async function uploadImage(
  { files }: Platform,
  { inOrg, audit }: Pick<OrgContext, 'inOrg' | 'audit'>,
  kind: BrandImage['kind'],
  bytes: Uint8Array,
): Promise<BrandImage> {
  const { png, width, height } = await (kind === 'logo' ? drawLogo(bytes) : drawFavicon(bytes))
  const id = newId()
  const key = randomBytes(16).toString('base64url')
  const image = await inOrg(async (tx) => {
    for (const fileId of await deleteUnusedImages(tx, mostUnused)) await files.remove(tx, fileId)
    if ((await countImages(tx)) >= mostImages)
      throw conflict('Too many saved versions have images of their own. Please write to the operator.')
    const fileId = await files.begin(tx, { name: `${kind}.png`, contentType: 'image/png' })
    await files.append(tx, fileId, { offset: 0, bytes: png, maxBytes: Math.max(maxLogoBytes, maxFaviconBytes) })
    await files.complete(tx, fileId)
    return toBrandImage(tx.orgId, await insertImage(tx, { id, kind, key, file_id: fileId, width, height, size_bytes: png.length }))
  })
  audit({ targetId: id, targetName: kind, after: { width, height, sizeBytes: png.length } })
  return image
}

/** An image never changes under its address. */
const keepSeconds = 365 * 86_400
/** Characters of 16 bytes. */
const wordLength = 22

/** @throws 404 */
export async function openImage({ db, files }: Platform, file: string): Promise<FileResponse> {
  const orgId = idFromBytes(Buffer.from(file.slice(0, wordLength), 'base64url'))
  const image = await db.withOrg(orgId, (tx) => findImageByKey(tx, file.slice(wordLength, 2 * wordLength)))
  if (!image) throw notFound()
  return { content: files.read(orgId, image.file_id), maxAgeSeconds: keepSeconds, isPublic: true, isEmbedded: true }
}
