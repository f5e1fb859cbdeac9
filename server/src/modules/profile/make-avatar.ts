import { createHash } from 'node:crypto'
import { decodeImage } from '../../platform/images/decode-image.ts'

const sizePixels = 400

/**
 * Converts an upload to a photo of 400 x 400 pixels: upright, first frame, as WebP.
 * @throws 422 for a file that is none of the four image types, is damaged, or has too many pixels.
 */
export async function makeAvatar(bytes: Uint8Array): Promise<{ content: Buffer; version: string }> {
  const content = await decodeImage(bytes, { animated: false }, ({ picture }) =>
    picture.resize(sizePixels, sizePixels, { fit: 'cover', position: 'attention' }).webp({ quality: 84 }).toBuffer(),
  )
  return { content, version: createHash('sha256').update(content).digest('hex').slice(0, 16) }
}
