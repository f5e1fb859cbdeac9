import { maxEmailImageBytes, maxEmailImageHeight, maxEmailImageWidth } from '@imperium/contract/email-designs/email-design-operations.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { decodeImage, refuseImage } from '../../platform/images/decode-image.ts'
import type { DecodedImage } from '../../platform/images/decode-image.ts'
import type { StoredImageType } from './image-address.ts'

export interface MadeImage {
  content: Buffer
  contentType: StoredImageType
  width: number
  height: number
}

const maxFrames = 200
/** An opaque PNG above this, in bytes, is most likely a photo, which JPEG makes several times smaller. */
const largePngBytes = 300_000

/** What every mail client shows: JPEG, PNG or GIF, never WebP, which Outlook for Windows cannot read. */
async function encode({ picture, metadata, format }: DecodedImage): Promise<MadeImage> {
  const isAnimated = (metadata.pages ?? 1) > 1
  if ((metadata.pages ?? 1) > maxFrames) throw refuseImage(message('The image has more than {max} frames', { max: maxFrames }))
  const sized = picture.resize({ width: maxEmailImageWidth, height: maxEmailImageHeight, fit: 'inside', withoutEnlargement: true })
  if (isAnimated) {
    const { data, info } = await sized.gif({ effort: 4 }).toBuffer({ resolveWithObject: true })
    return { content: data, contentType: 'image/gif', width: info.width, height: info.pageHeight ?? info.height }
  }
  const jpeg = () => sized.clone().jpeg({ quality: 82, mozjpeg: true }).toBuffer({ resolveWithObject: true })
  const png = () => sized.clone().png({ compressionLevel: 9, effort: 7 }).toBuffer({ resolveWithObject: true })
  const made = (contentType: StoredImageType, { data, info }: Awaited<ReturnType<typeof png>>): MadeImage => ({
    content: data,
    contentType,
    width: info.width,
    height: info.height,
  })
  if (format === 'jpeg' || (format === 'webp' && !metadata.hasAlpha)) return made('image/jpeg', await jpeg())
  const lossless = await png()
  if (lossless.data.length <= largePngBytes || metadata.hasAlpha) return made('image/png', lossless)
  const lossy = await jpeg()
  return lossy.data.length < lossless.data.length / 2 ? made('image/jpeg', lossy) : made('image/png', lossless)
}

/**
 * An upload as an image for emails, at most 1200 x 3456 pixels, re-encoded.
 * @throws 422 for a file that is no image, is damaged, or is too large in pixels, frames or bytes.
 */
export async function makeEmailImage(bytes: Uint8Array): Promise<MadeImage> {
  const image = await decodeImage(bytes, { animated: true }, encode)
  if (image.content.length > maxEmailImageBytes) throw refuseImage('The image is larger than 5 MB')
  return image
}
