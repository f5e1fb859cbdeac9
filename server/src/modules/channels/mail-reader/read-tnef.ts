/** What Outlook packs into one file (`winmail.dat`) for readers that are Outlook too. */
interface Unpacked {
  /** Plain, or HTML; empty where the file has no text that can be read. */
  text: string
  html: string
  files: { name: string | null; content: Buffer }[]
}

const signature = 0x22_3e_9f_78
const attributes = { body: 0x80_0c, mapi: 0x90_03, newFile: 0x90_02, fileData: 0x80_0f, fileTitle: 0x80_10, fileMapi: 0x90_05 }
const properties = { body: 0x10_00, html: 0x10_13, longName: 0x37_07 }
const mostProperties = 2_000
const fixedSizes: Record<number, number> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 0x0a: 4, 0x0b: 4, 0x14: 8, 0x40: 8, 0x48: 16 }
const padded = (length: number): number => Math.ceil(length / 4) * 4
const withoutEnd = (text: string): string => text.replace(/\u0000+$/, '')

/** Properties of MAPI with a text or bytes, by their id; it ends at the first one of an unknown form. */
function readProperties(data: Buffer): Map<number, { type: number; value: Buffer }> {
  const found = new Map<number, { type: number; value: Buffer }>()
  const count = Math.min(data.length >= 4 ? data.readUInt32LE(0) : 0, mostProperties)
  let at = 4
  for (let done = 0; done < count && at + 4 <= data.length; done++) {
    const [kind, id] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    at += 4
    if (id >= 0x80_00) {
      const isNamed = at + 24 <= data.length && data.readUInt32LE(at + 16) === 1
      at += isNamed ? 24 + padded(data.readUInt32LE(at + 20)) : 24
    }
    const type = kind & 0x0f_ff
    const fixed = fixedSizes[type]
    const hasCount = fixed === undefined || (kind & 0x10_00) !== 0
    if (at + 4 > data.length) break
    const values = hasCount ? Math.min(data.readUInt32LE(at), mostProperties) : 1
    if (hasCount) at += 4
    for (let value = 0; value < values && at + 4 <= data.length; value++) {
      const length = fixed ?? data.readUInt32LE(at)
      if (fixed === undefined) at += 4
      if (fixed === undefined && !found.has(id)) found.set(id, { type, value: data.subarray(at, at + length) })
      at += padded(length)
    }
  }
  return found
}

const textOf = (property: { type: number; value: Buffer } | undefined, decode: (bytes: Buffer) => string): string =>
  property ? withoutEnd(property.type === 0x1f ? property.value.toString('utf16le') : decode(property.value)) : ''

/** The text and the files of a TNEF file; null for bytes that are none. What is cut off counts as far as it goes. */
export function readTnef(bytes: Buffer, decode: (bytes: Buffer) => string): Unpacked | null {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return null
  const unpacked: Unpacked = { text: '', html: '', files: [] }
  for (let at = 6; at + 9 <= bytes.length;) {
    const id = bytes.readUInt32LE(at + 1) & 0xff_ff
    const length = bytes.readUInt32LE(at + 5)
    const data = bytes.subarray(at + 9, at + 9 + length)
    at += 9 + length + 2
    const file = unpacked.files.at(-1)
    if (id === attributes.body) unpacked.text = withoutEnd(decode(data))
    else if (id === attributes.mapi) {
      const read = readProperties(data)
      unpacked.text ||= textOf(read.get(properties.body), decode)
      unpacked.html ||= textOf(read.get(properties.html), decode)
    } else if (id === attributes.newFile) unpacked.files.push({ name: null, content: Buffer.alloc(0) })
    else if (id === attributes.fileData && file) file.content = data
    else if (id === attributes.fileTitle && file) file.name ??= withoutEnd(decode(data)) || null
    else if (id === attributes.fileMapi && file) file.name = textOf(readProperties(data).get(properties.longName), decode) || file.name
  }
  return unpacked
}
