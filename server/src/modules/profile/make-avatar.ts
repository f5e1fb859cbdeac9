import { createHash } from 'node:crypto'
import { invalid, unavailable } from '../../platform/errors.ts'
import { createGate } from '../../platform/jobs/gate.ts'

const sizePixels = 400
/** Limit before resizing: an image that decompresses to more is refused unread (R42). A photo of 50 million pixels passes. */
const maxPixels = 50_000_000
const maxSeconds = 10

/** Pictures worked on at the same time, and that may wait: each takes a thread and up to 200 MB. */
const maxAtOnce = 2
const maxWaiting = 20

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/**
 * The real format by the first bytes: name and declared type are only claims. Other formats never reach the
 * decoder, which could also read SVG, PDF and others that contain more than an image.
 */
function formatOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | 'gif' | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif'
  return null
}

const refuse = (message: string) => invalid([{ path: 'file', message }])

const inTurn = createGate(maxAtOnce, maxWaiting, () => unavailable('Too many photos at the same time. Please try again in a moment.'))

/**
 * Converts an upload to a photo of 400 x 400 pixels: upright, first frame, re-encoded as WebP, so that no metadata such as the location
 * is stored. @throws 422 for a file that is none of the four image types, is damaged, or has too many pixels.
 */
export async function makeAvatar(bytes: Uint8Array): Promise<{ content: Buffer; version: string }> {
  const format = formatOf(bytes)
  if (!format) throw refuse('The file is no PNG, JPEG, WebP or GIF image')
  // Loaded with the first photo: at rest it would only take memory.
  const { default: sharp } = await import('sharp')
  const content = await inTurn(async () => {
    try {
      const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false, sequentialRead: true })
      const found = await picture.metadata()
      if (found.format !== format) throw new Error(`decoded as ${found.format}`)
      return await picture
        .timeout({ seconds: maxSeconds })
        .autoOrient()
        .resize(sizePixels, sizePixels, { fit: 'cover', position: 'attention' })
        .webp({ quality: 84 })
        .toBuffer()
    } catch (cause) {
      const isTooLarge = cause instanceof Error && /pixel limit/i.test(cause.message)
      throw refuse(isTooLarge ? 'The image has too many pixels' : 'The image is damaged and cannot be read')
    }
  })
  return { content, version: createHash('sha256').update(content).digest('hex').slice(0, 16) }
}
