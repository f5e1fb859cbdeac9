import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { processTree, processorSeconds } from './processor-time.ts'
import { freePort } from './server-under-test.ts'

const restMs = 30_000
const watchedMs = 20_000

interface Started {
  npm: ChildProcess
  seconds: number
  output: string
}

/** Runs `npm start` with the Node of the machine; resolves at the line that reports that it is ready. */
async function npmStart(folder: string, dataDir: string, port: number): Promise<Started> {
  const PATH = (process.env['PATH'] ?? '').split(delimiter).filter((each) => each !== dirname(process.execPath))
  const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
  const startedAt = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...plain, PATH: PATH.join(delimiter), PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  return new Promise((resolve, reject) => {
    let output = ''
    npm.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)))
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Imperium is ready')) resolve({ npm, output: output, seconds: (performance.now() - startedAt) / 1_000 })
    })
  })
}

/** As Ctrl-C does: the signal reaches every process of the terminal. */
async function stop({ npm }: Started): Promise<void> {
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  process.kill(-(npm.pid ?? 0), 'SIGINT')
  await ended
}

const secondsOf = (output: string, pattern: RegExp): string => pattern.exec(output)?.[1] ?? '?'

/** First and second start of a fresh clone, and what the idle product uses. */
export async function benchStarts(): Promise<Figure[]> {
  // Outside of /tmp, which some machines keep in memory.
  const folder = mkdtempSync('/var/tmp/imperium-bench-clone-')
  const dataDir = mkdtempSync('/var/tmp/imperium-bench-data-')
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', join(import.meta.dirname, '..'), folder])
    const port = await freePort()
    const first = await npmStart(folder, dataDir, port)
    await stop(first)
    const megabytes = Number.parseInt(execFileSync('du', ['-sm', '--exclude=.git', folder], { encoding: 'utf8' }), 10)
    const second = await npmStart(folder, dataDir, port)
    await stop(second)
    const third = await npmStart(folder, dataDir, port)
    const resting = await measureIdle(third.npm.pid ?? 0, dataDir)
    await stop(third)
    const installed = secondsOf(first.output, /installed in (\d+) s/)
    const built = secondsOf(first.output, /built in ([\d.]+) s/)
    return [
      {
        name: 'first start of a fresh clone',
        value: first.seconds,
        unit: 's',
        aim: { of: 'value', atMost: 45 },
        note: `of which npm ci ${installed} s, the web build ${built} s`,
      },
      { name: 'clone after its first start', value: megabytes, unit: 'MB', aim: { of: 'value', atMost: 600 }, note: 'without .git' },
      {
        name: 'second start',
        value: Math.min(second.seconds, third.seconds),
        unit: 's',
        aim: { of: 'value', atMost: 3 },
        note: `from "npm start" to its ready line; the better of two (${second.seconds.toFixed(1)}, ${third.seconds.toFixed(1)})`,
      },
      ...resting,
    ]
  } finally {
    for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true })
  }
}

/** Private memory of a process plus its share of shared memory (PSS), in MB. */
function proportionalMb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
}

async function measureIdle(pid: number, dataDir: string): Promise<Figure[]> {
  await sleep(restMs)
  const postgres = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const pids = [...new Set([...processTree(pid), ...processTree(postgres)])]
  const parts = pids.map((each) => ({
    name: readFileSync(`/proc/${each}/cmdline`, 'utf8').split('\0').join(' ').trim(),
    mb: proportionalMb(each),
  }))
  const sum = (pattern: RegExp) => parts.filter(({ name }) => pattern.test(name)).reduce((total, { mb }) => total + mb, 0)
  const before = processorSeconds(pid) + processorSeconds(postgres)
  await sleep(watchedMs)
  const used = processorSeconds(pid) + processorSeconds(postgres) - before
  const [server, npm, database] = [sum(/server\/src\/main\.ts/), sum(/^(npm|sh|node .*npm)/), sum(/postgres/)]
  return [
    {
      name: 'idle memory of the process tree',
      value: parts.reduce((total, { mb }) => total + mb, 0),
      unit: 'MB',
      aim: { of: 'value', atMost: 250 },
      note: `PSS ${restMs / 1_000} s after the start: server ${server.toFixed(0)}, PostgreSQL ${database.toFixed(0)}, npm and its shell ${npm.toFixed(0)} MB (${pids.length} processes)`,
    },
    {
      name: 'idle processor use',
      value: (used / (watchedMs / 1_000)) * 100,
      unit: '% of one core',
      note: 'server, PostgreSQL and npm together',
    },
  ]
}
