import { inflateRawSync } from 'node:zlib'

const mostBytes = 100 * 1024 * 1024
const endMark = Buffer.from('PK\u0005\u0006', 'latin1')

/** Inflates the XML of a zip within limits, because sizes in its directory may lie. @throws for a zip bomb or a broken zip. */
export function assertSmallZip(zip: Buffer): void {
  const end = zip.lastIndexOf(endMark)
  if (end < 0) throw new Error('broken')
  let at = zip.readUInt32LE(end + 16)
  let left = mostBytes
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [method, packed, nameLength] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('latin1', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    if (!/\.(xml|rels)$/i.test(name)) continue
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (method === 8) left -= inflateRawSync(zip.subarray(from, from + packed), { maxOutputLength: left }).length
  }
}
