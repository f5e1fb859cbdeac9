import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isProcessAlive } from './process-identity.ts'
import { StartError } from '../start-error.ts'

const log = (): void => undefined
let root: string

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'imperium-pg-'))
  // The account that PostgreSQL runs under when we are root must get in.
  fs.chmodSync(root, 0o711)
})

afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

async function query(postgres: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<unknown[]> {
  const client = new Client(postgres.connection)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

/** Another process of ours that starts PostgreSQL for the folder and waits to be killed. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; pid: number }> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'))
  const program = `import { startEmbeddedPostgres } from ${module}
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, exclusive: true })
    console.log(postgres.pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('exit', () => reject(new Error('the other process ended early')))
  })
  return { child, pid }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

describe('the embedded PostgreSQL', () => {
  test('is created, keeps its data over a clean stop, and has checksums and a byte-wise UTF-8 order', async () => {
    const dataDir = path.join(root, 'clean')
    const first = await startEmbeddedPostgres({ dataDir, log })
    await query(first, 'create table kept as select 42 as n')
    expect(await query(first, 'show data_checksums')).toEqual(['on'])
    expect(await query(first, 'select datlocale from pg_database where datname = current_database()')).toEqual(['C.UTF-8'])
    expect(await query(first, 'show listen_addresses')).toEqual([''])
    await first.stop()
    await first.stop()
    expect(isProcessAlive(first.pid)).toBe(false)
    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(second).toMatchObject({ adopted: false, timings: { createMs: 0 } })
    expect(await query(second, 'select n from kept')).toEqual([42])
    await second.stop()
  })

  test('survives the kill of our process and is adopted; killed too, it recovers', async () => {
    const dataDir = path.join(root, 'killed')
    const crashed = await startElsewhere(dataDir)
    await kill(crashed.child)
    const adopter = await startEmbeddedPostgres({ dataDir, log, exclusive: true })
    expect(adopter).toMatchObject({ adopted: true, pid: crashed.pid })
    await query(adopter, 'create table committed as select 7 as n')
    await adopter.stop()

    const again = await startElsewhere(dataDir)
    await kill(again.child)
    process.kill(again.pid, 'SIGKILL')
    await expect.poll(() => isProcessAlive(again.pid)).toBe(false)
    const recovered = await startEmbeddedPostgres({ dataDir, log })
    expect(recovered.adopted).toBe(false)
    expect(await query(recovered, 'select n from committed')).toEqual([7])
    await recovered.stop()
  })

  test('serves several processes until the last of them leaves, but only one whole Imperium', async () => {
    const dataDir = path.join(root, 'shared')
    const whole = await startEmbeddedPostgres({ dataDir, log, exclusive: true })
    const worker = await startEmbeddedPostgres({ dataDir, log })
    expect(worker).toMatchObject({ adopted: true, pid: whole.pid })
    await expect(startEmbeddedPostgres({ dataDir, log, exclusive: true })).rejects.toThrow(/in use by another Imperium \(pid \d+\)/)
    await whole.stop()
    expect(await query(worker, 'select 1')).toEqual([1])
    await worker.stop()
    expect(isProcessAlive(worker.pid)).toBe(false)
  })

  test('explains a damaged, newer or closed data folder in a sentence', async () => {
    const dataDir = path.join(root, 'clean')
    const version = path.join(dataDir, 'postgres', 'data', 'PG_VERSION')
    const attempt = (folder = dataDir): Promise<unknown> => startEmbeddedPostgres({ dataDir: folder, log })
    fs.writeFileSync(version, '99\n')
    await expect(attempt()).rejects.toThrow(/made by PostgreSQL 99, newer than/)
    fs.writeFileSync(version, '')
    await expect(attempt()).rejects.toThrow(/is damaged: PG_VERSION missing or unreadable/)
    fs.writeFileSync(version, '18\n')
    const control = path.join(dataDir, 'postgres', 'data', 'global', 'pg_control')
    fs.writeFileSync(control, Buffer.alloc(8192, 7))
    await expect(attempt()).rejects.toThrow(/is damaged: PostgreSQL said/)
    fs.writeFileSync(path.join(root, 'file'), '')
    await expect(attempt(path.join(root, 'file', 'data'))).rejects.toThrow(StartError)
  })
})
