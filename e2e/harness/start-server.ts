import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/admin/open-database.ts'

export interface ServerUnderTest {
  url: string
  dataDir: string
  /** Kills the server without a shutdown, as a power cut would. */
  killHard(): Promise<void>
  /** Starts it again on the same data folder and port. */
  startAgain(): Promise<void>
  /** Stops server and PostgreSQL and removes the data folder. */
  stop(): Promise<void>
}

const folderPrefix = 'imperium-e2e-'
const folderRoot = '/var/tmp'
const startLimitMs = 90_000
const stopLimitMs = 30_000
const main = join(import.meta.dirname, '../../server/src/main.ts')
const webApp = join(import.meta.dirname, '../../web/dist/index.html')

/** Starts the product as `npm start` does, on an empty data folder and a free port. Models may be called on this machine. */
export async function startServer(settings: Record<string, string> = {}): Promise<ServerUnderTest> {
  if (!existsSync(webApp)) throw new Error('The web app is not built: npm test -- --only build')
  const dataDir = mkdtempSync(join(folderRoot, `${folderPrefix}${process.pid}-`))
  const port = await freePort()
  const env = { ...settingsFor(dataDir, port), ...settings }
  let child: ChildProcess | null = null
  // If the test run itself is interrupted, `stop` is not called: end the processes at exit.
  const endAtExit = () => {
    child?.kill('SIGKILL')
    removeFolder(dataDir)
  }
  process.once('exit', endAtExit)
  const start = async () => {
    child = spawn(process.execPath, [main], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    await untilReady(child)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    const timer = setTimeout(() => child?.kill('SIGKILL'), stopLimitMs)
    child.kill(signal)
    await ended
    clearTimeout(timer)
  }
  const stop = async () => {
    await end('SIGTERM')
    removeFolder(dataDir)
    process.off('exit', endAtExit)
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://localhost:${port}`, dataDir, killHard: () => end('SIGKILL'), startAgain: start, stop }
}

function settingsFor(dataDir: string, port: number): Record<string, string> {
  const limits = ['LOGIN', 'LOGIN_ADDRESS', 'REGISTER', 'API_PER_HOUR', 'APP_PER_MINUTE'].map((of) => [`RATE_LIMIT_${of}`, '1000000'])
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    EGRESS_ALLOW: '127.0.0.1',
    SANDBOX_DELAY_MS: '20',
    RETRY_MODEL_MS: '50,50,50',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    ...Object.fromEntries(limits),
  }
}

/** Runs queries as the database owner, past row-level security: to arrange what the screens cannot, and to check what was written. */
export async function withOwner<T>(dataDir: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const opened = await openDatabase(loadConfig({ DATA_DIR: dataDir }, []))
  try {
    return await work(opened.owner)
  } finally {
    await opened.close()
  }
}

/** Removes what earlier, killed test processes left behind. */
export function removeLeftFolders(): void {
  for (const name of readdirSync(folderRoot)) {
    const pid = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(folderRoot, name))
  }
}

/** Removes the folder, and ends its PostgreSQL if that still runs: it is no child of the server and outlives its kill -9. */
function removeFolder(folder: string): void {
  const postgres = readPostgresPid(folder)
  // SIGQUIT is PostgreSQL's immediate shutdown: it ends its child processes too.
  if (postgres !== null && isRunning(postgres) && commandOf(postgres).includes(folder)) process.kill(postgres, 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

function readPostgresPid(folder: string): number | null {
  const file = join(folder, 'postgres/data/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`the server is not ready after ${startLimitMs / 1_000} s:\n${output}`)), startLimitMs)
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes(' is ready in ')) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', (chunk: Buffer) => {
      take(chunk)
      process.stderr.write(chunk)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${code ?? signal}:\n${output}`))
    })
  })
}
