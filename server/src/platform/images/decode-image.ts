import { worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { Metadata, Sharp } from 'sharp'
import { AppError, invalid, unavailable } from '../errors.ts'
import { createGate } from '../jobs/gate.ts'

/** Limit before resizing, over all frames: an image that decompresses to more is refused unread (R42). A photo of 50 million pixels passes. */
const maxPixels = 50_000_000
const maxSeconds = 10

/** Images decoded at the same time, and that may wait: each takes a thread and up to 200 MB. */
const maxAtOnce = 2
const maxWaiting = 20

type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif'

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/**
 * The real format by the first bytes: name and declared type are only claims. Other formats never reach the
 * decoder, which could also read SVG, PDF and others that contain more than an image.
 */
function formatOf(bytes: Uint8Array): ImageFormat | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif'
  return null
}

/** 422 about the uploaded file. */
export const refuseImage = (text: Text): AppError => invalid([{ path: 'file', ...worded(text) }])

/** A place among the images that are decoded now. */
export const imageTurn = createGate(maxAtOnce, maxWaiting, () =>
  unavailable('Too many images at the same time. Please try again in a moment.'),
)

export interface DecodedImage {
  /** Upright, and with a time limit. */
  picture: Sharp
  metadata: Metadata
  format: ImageFormat
}

/**
 * Decodes an untrusted upload; `encode` makes a new image of it, so that no metadata such as the location is stored.
 * @throws 422 for a file that is none of the four image types, is damaged, or has too many pixels.
 */
export async function decodeImage<T>(
  bytes: Uint8Array,
  { animated }: { animated: boolean },
  encode: (image: DecodedImage) => Promise<T>,
): Promise<T> {
  const format = formatOf(bytes)
  if (!format) throw refuseImage('The file is not a PNG, JPEG, WebP or GIF image')
  // Loaded with the first image: at rest it would only take memory.
  const { default: sharp } = await import('sharp')
  return imageTurn(async () => {
    try {
      const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated, sequentialRead: !animated })
      const metadata = await picture.metadata()
      if (metadata.format !== format) throw new Error(`decoded as ${metadata.format}`)
      const { width, height, pageHeight = height, pages = 1 } = metadata
      if (width * pageHeight * (animated ? pages : 1) > maxPixels) throw new Error('exceeds the pixel limit')
      picture.timeout({ seconds: maxSeconds })
      return await encode({ picture: animated && pages > 1 ? picture : picture.autoOrient(), metadata, format })
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      const isTooLarge = cause instanceof Error && /pixel limit/i.test(cause.message)
      throw refuseImage(isTooLarge ? 'The image has too many pixels' : 'The image is damaged and cannot be read')
    }
  })
}
