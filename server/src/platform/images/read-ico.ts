import { refuseImage } from './decode-image.ts'

/** One picture of an icon file: an embedded PNG, or pixels as red, green, blue and alpha. */
type IconPicture = { png: Uint8Array } | { pixels: Buffer; width: number; height: number }

const headerBytes = 6
const entryBytes = 16
const mostPictures = 40
const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export const isIco = (bytes: Uint8Array): boolean =>
  bytes.length > headerBytes + entryBytes && Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from([0, 0, 1, 0]))

/** The largest picture of an icon file. @throws 422 for a damaged one, and for pixels in an old form with a palette. */
export function readIco(bytes: Uint8Array): IconPicture {
  const data = Buffer.from(bytes)
  const count = Math.min(data.readUInt16LE(4), mostPictures)
  const entries = Array.from({ length: count }, (_, at) => headerBytes + at * entryBytes)
    .filter((at) => at + entryBytes <= data.length)
    .map((at) => ({
      width: data[at] || 256,
      depth: data.readUInt16LE(at + 6),
      size: data.readUInt32LE(at + 8),
      offset: data.readUInt32LE(at + 12),
    }))
    .filter(({ size, offset }) => size > 0 && offset + size <= data.length)
    .toSorted((a, b) => b.width - a.width || b.depth - a.depth)
  const [best] = entries
  if (!best) throw refuseImage('The image is damaged and cannot be read')
  const picture = data.subarray(best.offset, best.offset + best.size)
  return picture.subarray(0, 8).equals(pngStart) ? { png: picture } : readBitmap(picture)
}

/** A bitmap without a file header, from its lowest row to its highest, with a mask of one bit a pixel behind the colors. */
function readBitmap(dib: Buffer): IconPicture {
  const damaged = () => refuseImage('The image is damaged and cannot be read')
  if (dib.length < 40) throw damaged()
  const [start, width, height, depth, compression] = [
    dib.readUInt32LE(0),
    dib.readInt32LE(4),
    dib.readInt32LE(8) / 2,
    dib.readUInt16LE(14),
    dib.readUInt32LE(16),
  ]
  if (start !== 40 || width < 1 || width > 256 || height < 1 || height > 256 || !Number.isInteger(height) || compression !== 0)
    throw damaged()
  if (depth !== 32 && depth !== 24) throw refuseImage('This icon uses a palette. Save it as PNG instead')
  const channels = depth / 8
  const row = Math.ceil((width * depth) / 32) * 4
  const maskRow = Math.ceil(width / 32) * 4
  const masks = start + row * height
  if (masks > dib.length) throw damaged()
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = start + (height - 1 - y) * row
    const mask = masks + (height - 1 - y) * maskRow
    for (let x = 0; x < width; x++) {
      const [at, to] = [from + x * channels, (y * width + x) * 4]
      const isHidden = ((dib[mask + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      pixels[to] = dib[at + 2] ?? 0
      pixels[to + 1] = dib[at + 1] ?? 0
      pixels[to + 2] = dib[at] ?? 0
      pixels[to + 3] = channels === 4 ? (dib[at + 3] ?? 0) : isHidden ? 0 : 255
    }
  }
  return { pixels, width, height }
}
