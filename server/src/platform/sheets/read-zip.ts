import { inflateRawSync } from 'node:zlib'

const mostBytes = 100 * 1024 * 1024
const endMark = Buffer.from('PK\u0005\u0006', 'latin1')
const entryMark = 0x02014b50

/** Answers the bytes of an entry; undefined where the zip has none of this name. */
export type ZipEntries = (name: string) => Buffer | undefined

/**
 * Inflates all entries of a zip within limits, because sizes in its directory may lie. The directory must end where its end record begins, so that
 * no reader finds other entries than these. @throws for a zip bomb or a broken zip.
 */
export function readZip(zip: Buffer): ZipEntries {
  const end = zip.lastIndexOf(endMark)
  if (end < 0) throw new Error('broken')
  // The largest numbers mean that others stand elsewhere (ZIP64), which no document needs.
  if ([4, 6, 8, 10].some((place) => zip.readUInt16LE(end + place) === 0xffff)) throw new Error('broken')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  if (at + zip.readUInt32LE(end + 12) !== end) throw new Error('broken')
  const places = new Map<string, { from: number; packed: number; method: number }>()
  let left = mostBytes
  let entries = 0
  const inflate = ({ from, packed, method }: { from: number; packed: number; method: number }, most: number): Buffer => {
    const bytes = zip.subarray(from, from + packed)
    return method === 8 ? inflateRawSync(bytes, { maxOutputLength: most }) : bytes
  }
  for (; at < end; entries++) {
    if (zip.readUInt32LE(at) !== entryMark) throw new Error('broken')
    const [method, packed, nameLength] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (from + packed > zip.length) throw new Error('broken')
    // Some readers then look for the size behind the content.
    if (packed === 0 && method !== 0) throw new Error('broken')
    const place = { from, packed, method }
    left -= inflate(place, left).length
    if (left <= 0) throw new Error('broken')
    places.set(name, place)
  }
  if (at !== end || entries !== count) throw new Error('broken')
  return (name) => {
    const place = places.get(name)
    return place && inflate(place, mostBytes)
  }
}
