import { AppError } from '../errors.ts'
import { imageTurn, refuseImage } from './decode-image.ts'

const mostElements = 5_000
const mostUses = 200

const pastEnd = (text: string, end: string): string => {
  const at = text.indexOf(end)
  return at < 0 ? '' : text.slice(at + end.length).trimStart()
}

const pastComments = (text: string): string => {
  let rest = text
  while (rest.startsWith('<!--')) rest = pastEnd(rest, '-->')
  return rest
}

/**
 * Whether the bytes are an SVG document: its first element is `svg`. What may stand before it is passed over piece by piece: one expression
 * for all of it would work twice as long for each comment.
 */
export function isSvg(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4_000))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  const declared = pastComments(start.startsWith('<?xml') ? pastEnd(start, '?>') : start)
  if (!/^<!DOCTYPE\s+svg/i.test(declared)) return /^<svg[\s>]/i.test(declared)
  // One with declarations of its own is an SVG, and is refused as such.
  return /^[^>]*\[/.test(declared) || /^<svg[\s>]/i.test(pastComments(pastEnd(declared, '>')))
}

/** What a picture does not need, and what draws one shape thousands of times. */
export function refuseHarmful(source: string): void {
  // Each search goes on where the one before ended, so that many of them cost one pass.
  const hasDeclarations = source.matchAll(/<!DOCTYPE[^>[]*(\[?)/gi).some(([, bracket]) => bracket !== '')
  if (hasDeclarations || /<!ENTITY/i.test(source)) throw refuseImage('The SVG file defines entities')
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
