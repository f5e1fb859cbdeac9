import { AppError } from '../errors.ts'
import { imageTurn, refuseImage } from './decode-image.ts'

const mostElements = 5_000
const mostUses = 200

/** Whether the bytes are an SVG document: its first element is `svg`. */
export function isSvg(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4_000)).toString('utf8')
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE\s+svg[^>[]*>\s*)?<svg[\s>]/i.test(start)
}

/** What a picture does not need, and what draws one shape thousands of times. */
function refuseHarmful(source: string): void {
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(source)) throw refuseImage('The SVG file defines entities')
  const count = (pattern: RegExp): number => source.match(pattern)?.length ?? 0
  if (count(/<[a-z]/gi) > mostElements || count(/<(?:\w+:)?use[\s/>]/gi) > mostUses) throw refuseImage('The SVG file has too many elements')
}

/**
 * An untrusted SVG drawn as a PNG that fits into a box, without scripts and links. The renderer has its bytes and no address: it reads no
 * other file. @throws 422
 */
export async function rasterizeSvg(
  bytes: Uint8Array,
  box: { width: number; height: number },
): Promise<{ png: Buffer; width: number; height: number }> {
  refuseHarmful(Buffer.from(bytes).toString('utf8'))
  const { default: sharp } = await import('sharp')
  return imageTurn(async () => {
    try {
      const drawn = sharp(bytes, { limitInputPixels: 50_000_000, failOn: 'error', unlimited: false })
      const { format, width, height } = await drawn.metadata()
      if (format !== 'svg') throw new Error(`decoded as ${format}`)
      // Drawn at the size of the box at once: enlarging pixels would blur what is lines.
      const density = Math.min(2_400, Math.max(1, 72 * Math.min(box.width / width, box.height / height)))
      const { data, info } = await sharp(bytes, { density, limitInputPixels: 50_000_000, failOn: 'error' })
        .resize({ ...box, fit: 'inside' })
        .timeout({ seconds: 10 })
        .png({ compressionLevel: 9 })
        .toBuffer({ resolveWithObject: true })
      return { png: data, width: info.width, height: info.height }
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw refuseImage('The image is damaged and cannot be read')
    }
  })
}
