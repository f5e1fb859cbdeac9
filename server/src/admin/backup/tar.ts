import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartError, systemErrorCode } from '../../platform/start-error.ts'

const program = 'tar'
/** What tar says of a database that works while it is copied: expected, and mended by the log that comes with the copy. */
const expected =
  /file changed as we read it|file removed before we read it|no such file or directory|file shrank|exit status from previous errors/i

/** Adds `names` of `folder` to an uncompressed archive, which is created if missing. */
export async function addToTar(file: string, folder: string, names: readonly string[], exclude: readonly string[] = []): Promise<void> {
  const mode = fs.existsSync(file) ? '-r' : '-c'
  const { code, output } = await runTar([mode, '-f', file, ...exclude.map((each) => `--exclude=${each}`), '-C', folder, ...names])
  const unexpected = output.split('\n').filter((line) => line.trim() !== '' && !expected.test(line))
  if (code !== 0 && (code === null || code > 2 || unexpected.length > 0))
    throw new StartError(`The archive ${file} could not be written: ${output.trim()}`)
}

/** Unpacks an archive, gzipped or not, into a folder; everything in it belongs to this account. A part of an archive is refused. */
export async function unpackTar(file: string, folder: string): Promise<void> {
  const gzipped = await isGzip(file)
  if (!gzipped && !(await hasEndOfTar(file)))
    throw new StartError(`The archive ${file} could not be unpacked: it is no tar archive, or its end is missing.`)
  const { code, output, failure } = await runTar(['-x', '--no-same-owner', '-f', '-', '-C', folder], (stdin) =>
    gzipped ? pipeline(fs.createReadStream(file), createGunzip(), readOn(stdin)) : pipeline(fs.createReadStream(file), readOn(stdin)),
  )
  if (code === 0 && failure === null) return
  const reason = output.trim().split('\n').slice(-2).join(' ') || (failure instanceof Error ? failure.message : String(failure))
  throw new StartError(`The archive ${file} could not be unpacked: ${reason}`, { cause: failure })
}

/** tar stops reading at the end of its archive, or where it fails, which its exit code says; what comes after is still read and checked. */
function readOn(stdin: Writable): Writable {
  stdin.on('error', () => undefined)
  return new Writable({
    write: (chunk, _encoding, done) => {
      if (stdin.writable) stdin.write(chunk, () => done())
      else done()
    },
    final: (done) => {
      stdin.end()
      done()
    },
    destroy: (error, done) => {
      stdin.end()
      done(error)
    },
  })
}

const endOfTarBytes = 1024

/** An archive ends in two blocks of zeros (POSIX.1-2017 pax); tar accepts one that is cut between two files. */
async function hasEndOfTar(file: string): Promise<boolean> {
  const handle = await fs.promises.open(file, 'r')
  try {
    const { size } = await handle.stat()
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(endOfTarBytes), 0, endOfTarBytes, Math.max(0, size - endOfTarBytes))
    return bytesRead === endOfTarBytes && buffer.every((byte) => byte === 0)
  } finally {
    await handle.close()
  }
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await fs.promises.open(file, 'r').catch((cause: unknown) => {
    throw new StartError(`The archive ${file} cannot be read (${systemErrorCode(cause)}).`, { cause })
  })
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  return buffer[0] === 0x1f && buffer[1] === 0x8b
}

/** `feed` writes tar's input; what it failed with is `failure`, of which tar itself may know nothing. */
async function runTar(
  args: string[],
  feed?: (stdin: Writable) => Promise<void>,
): Promise<{ code: number | null; output: string; failure: unknown }> {
  // Its messages in English, so that we can tell them apart.
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new StartError(`The program "tar" is needed and could not be started: ${cause.message}`, { cause })),
    )
    child.on('close', resolve)
  })
  if (!feed) child.stdin.end()
  const fed = feed?.(child.stdin).then(
    () => null,
    (error: unknown) => error,
  )
  return { code: await ended, output, failure: (await fed) ?? null }
}
