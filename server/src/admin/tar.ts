import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartError, systemErrorCode } from '../platform/start-error.ts'

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

/** Unpacks an archive, gzipped or not, into a folder; everything in it belongs to this account. */
export async function unpackTar(file: string, folder: string): Promise<void> {
  const archive = (await isGzip(file)) ? createGunzip() : new PassThrough()
  const unpacked = runTar(['-x', '--no-same-owner', '-f', '-', '-C', folder], archive)
  // Its own failure tells more than the pipe that broke because of it.
  const read = pipeline(fs.createReadStream(file), archive).then(
    () => null,
    (error: unknown) => error,
  )
  const { code, output } = await unpacked
  const failure = await read
  if (code === 0 && failure === null) return
  const reason = output.trim().split('\n').slice(-2).join(' ') || (failure instanceof Error ? failure.message : String(failure))
  throw new StartError(`The archive ${file} could not be unpacked: ${reason}`, { cause: failure })
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await fs.promises.open(file, 'r').catch((cause: unknown) => {
    throw new StartError(`The archive ${file} cannot be read (${systemErrorCode(cause)}).`, { cause })
  })
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  return buffer[0] === 0x1f && buffer[1] === 0x8b
}

function runTar(args: string[], input?: Readable): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // Its messages in English, so that we can tell them apart.
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    // tar may end before it has read all; its exit code says why.
    child.stdin.on('error', () => undefined)
    child.on('error', (cause) =>
      reject(new StartError(`The program "tar" is needed and could not be started: ${cause.message}`, { cause })),
    )
    child.on('close', (code) => resolve({ code, output }))
    if (input) input.pipe(child.stdin)
    else child.stdin.end()
    input?.on('error', () => child.stdin.end())
  })
}
