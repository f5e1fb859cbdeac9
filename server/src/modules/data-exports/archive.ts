/** A file of an archive. */
export interface ArchivedFile {
  path: string
  bytes: Uint8Array
}

const blockBytes = 512
const nameBytes = 100
const prefixBytes = 155

/** Octal digits that fill a field but for its end. */
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

/** A path of up to 255 bytes in the two fields of the header (POSIX.1-1988 ustar). @throws for a longer one */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= nameBytes) return { name: path, prefix: '' }
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= prefixBytes && Buffer.byteLength(name) <= nameBytes) return { name, prefix }
  }
  throw new Error(`The path ${path} does not fit into an archive.`)
}

function headerOf(path: string, sizeBytes: number, modified: Date): Buffer {
  const { name, prefix } = splitPath(path)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write(octal(0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(sizeBytes, 12), 124)
  header.write(octal(Math.floor(modified.getTime() / 1_000), 12), 136)
  // The checksum is counted with spaces in its place.
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return header
}

const padding = (sizeBytes: number): Buffer => Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes)

/** A tar archive of files that are read one after another. */
export async function* writeArchive(files: AsyncIterable<ArchivedFile>, modified: Date): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes } of files) {
    yield headerOf(path, bytes.length, modified)
    yield bytes
    yield padding(bytes.length)
  }
  // The end: two blocks of zeros.
  yield Buffer.alloc(2 * blockBytes)
}
