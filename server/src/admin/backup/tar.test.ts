import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { addToTar, unpackTar } from './tar.ts'

const folder = fs.mkdtempSync('/var/tmp/imperium-tar-test-')
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const blockBytes = 512
/** A gzip header (RFC 1952, 2.3) and that of a stored block (RFC 1951, 3.2.4). */
const gzipHeadBytes = 15

/** Each file takes two blocks of the archive: its header and its content. */
async function writeArchive(name: string): Promise<Buffer> {
  const source = path.join(folder, `${name}-source`)
  fs.mkdirSync(source)
  const names = ['1', '2', '3']
  for (const each of names) fs.writeFileSync(path.join(source, each), each.repeat(blockBytes))
  const file = path.join(folder, `${name}.tar`)
  await addToTar(file, source, names)
  return fs.readFileSync(file)
}

function emptyFolder(name: string): string {
  const empty = path.join(folder, name)
  fs.mkdirSync(empty)
  return empty
}

test('unpacks an archive, gzipped or not', async () => {
  const whole = await writeArchive('whole')
  for (const [name, content] of [['plain.tar', whole] as const, ['gzipped.tar.gz', gzipSync(whole)] as const]) {
    const file = path.join(folder, name)
    fs.writeFileSync(file, content)
    const target = emptyFolder(`from-${name}`)
    await unpackTar(file, target)
    expect(fs.readdirSync(target).toSorted()).toEqual(['1', '2', '3'])
  }
})

test('rejects an archive that is cut exactly between two files, which tar itself accepts', async () => {
  const whole = await writeArchive('cut')
  const betweenFiles = 2 * blockBytes
  const gzipped = gzipSync(whole, { level: 0 })
  for (const [name, content] of [
    ['cut-plain.tar', whole.subarray(0, betweenFiles)] as const,
    ['cut-gzipped.tar.gz', gzipped.subarray(0, gzipHeadBytes + betweenFiles)] as const,
  ]) {
    const file = path.join(folder, name)
    fs.writeFileSync(file, content)
    await expect(unpackTar(file, emptyFolder(`from-${name}`))).rejects.toThrow('could not be unpacked')
  }
})
