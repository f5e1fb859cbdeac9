import { chmodSync, closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { importLimits } from '../contract/src/contacts/contact-imports.ts'
import type { ContactImport } from '../contract/src/contacts/contact-imports.ts'
import type { Figure } from './figure.ts'
import { memoryOfPostgres, residentMegabytes } from './memory.ts'
import type { PostgresMemory } from './memory.ts'
import type { Client, ServerUnderTest } from './server-under-test.ts'

const sizes = (process.env['BENCH_IMPORT_ROWS'] ?? '100000,1000000').split(',').map(Number)
const pollEveryMs = 250
const megabyte = 1024 * 1024

const head = 'Email,First name,Last name,Phone,City,Score,Tags\n'
const cities = ['Berlin', 'Paris', 'Madrid', 'Osaka', 'Leeds', 'Lyon', 'Porto']

/** A row of a list as shops have it: a number for one of three, two fields of the organization's own, tags for some. */
const rowOf = (n: number, mark: string): string =>
  `person.${mark}${(n * 7_919) % 1_000_003}@example${n % 300}.com,First${n % 900},Last${n % 7_000},${n % 3 === 0 ? `+4930${String(n).padStart(7, '0')}` : ''},` +
  `${cities[n % cities.length]},${n % 1000},${n % 4 === 0 ? '"vip, newsletter"' : ''}\n`

function writeList(file: string, rows: number, mark: string): void {
  const out = openSync(file, 'w', 0o644)
  writeSync(out, head)
  for (let n = 0; n < rows; n += 10_000) {
    let text = ''
    for (let at = n; at < Math.min(rows, n + 10_000); at++) text += rowOf(at, mark)
    writeSync(out, text)
  }
  closeSync(out)
}

async function upload(server: ServerUnderTest, client: Client, file: string): Promise<string> {
  const sizeBytes = statSync(file).size
  const { id } = await client.call<ContactImport>('POST', '/contacts/import', { fileName: 'list.csv', sizeBytes })
  const source = openSync(file, 'r')
  const piece = Buffer.alloc(importLimits.pieceBytes)
  for (let offset = 0; offset < sizeBytes;) {
    const length = readSync(source, piece, 0, piece.length, offset)
    const response = await fetch(`${server.url}/api/contacts/import/${id}/pieces?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/octet-stream' },
      body: piece.subarray(0, length),
    })
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
    offset += length
  }
  closeSync(source)
  return id
}

const settings = {
  separator: ',',
  encoding: 'utf-8',
  hasHeader: true,
  columns: ['email', 'firstName', 'lastName', 'phone', 'custom:city', 'custom:score', 'tags'],
  dedupe: 'skip',
  tags: ['bench'],
  consent: { kind: 'granted', channels: ['email'], purpose: 'marketing', source: 'Signed up in the shop of the benchmark' },
}

interface Run {
  seconds: number
  /** Of Node, in MB; PostgreSQL's own apart from the buffers that all its processes share. */
  node: { atRest: number; peak: number; peakOfFirstFifth: number }
  postgres: PostgresMemory
  done: ContactImport
}

async function runImport(server: ServerUnderTest, client: Client, file: string): Promise<Run> {
  const id = await upload(server, client, file)
  const atRest = residentMegabytes(server.processId)
  const node = { atRest, peak: atRest, peakOfFirstFifth: atRest }
  const postgres: PostgresMemory = { own: 0, shared: 0 }
  const startedAt = performance.now()
  await client.call('POST', `/contacts/import/${id}/start`, { settings })
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
    const done = await client.call<ContactImport>('GET', `/contacts/import/${id}`)
    node.peak = Math.max(node.peak, residentMegabytes(server.processId))
    if (done.doneBytes < done.totalBytes / 5) node.peakOfFirstFifth = node.peak
    const now = memoryOfPostgres(server.postgresId)
    postgres.own = Math.max(postgres.own, now.own)
    postgres.shared = Math.max(postgres.shared, now.shared)
    if (done.status === 'running') continue
    const seconds = (new Date(done.finishedAt ?? '').getTime() - new Date(done.startedAt ?? '').getTime()) / 1_000
    if (done.status !== 'completed' || performance.now() - startedAt < 0) throw new Error(`the import is ${done.status}: ${done.message}`)
    return { seconds, node, postgres, done }
  }
}

/** The same file by COPY into a plain table: the speed of PostgreSQL without validation of rows. */
async function bareCopy({ database: { owner } }: ServerUnderTest, file: string): Promise<number> {
  await owner.query('create table bare_copy (email text, first_name text, last_name text, phone text, city text, score int, tags text)')
  const startedAt = performance.now()
  await owner.query(`copy bare_copy from '${file}' with (format csv, header true)`)
  const seconds = (performance.now() - startedAt) / 1_000
  await owner.query('drop table bare_copy')
  return seconds
}

/** Imports contact lists with consent, each into its own organization, beside a bare COPY of the same file. */
export async function benchImport(server: ServerUnderTest): Promise<Figure[]> {
  const folder = mkdtempSync('/var/tmp/imperium-import-')
  chmodSync(folder, 0o755)
  const figures: Figure[] = []
  try {
    for (const rows of sizes) {
      const client = await server.register()
      await server.database.owner.query('update auth.organizations set storage_limit_bytes = 10000000000 where id = $1', [client.orgId])
      for (const [key, type] of [
        ['city', 'text'],
        ['score', 'number'],
      ])
        await client.call('POST', '/contacts/fields', { key, label: key, type })
      const file = join(folder, 'list.csv')
      writeList(file, rows, `${rows}-`)
      const before = server.processorTime()
      const run = await runImport(server, client, file)
      const used = server.processorTime()
      const { rows: counted } = await server.database.owner.query<{ contacts: number; consents: number }>(
        `select (select count(*)::int from app.contacts where org_id = $1) as contacts, (select count(*)::int from app.consents where org_id = $1) as consents`,
        [client.orgId],
      )
      if (run.done.createdCount !== rows || counted[0]?.contacts !== rows || counted[0].consents !== rows)
        throw new Error(`${rows} rows became ${JSON.stringify({ ...run.done, ...counted[0] })}`)
      const copySeconds = await bareCopy(server, file)
      const label = rows.toLocaleString('en')
      figures.push({
        name: `import of ${label} contacts with consent`,
        value: rows / run.seconds,
        unit: 'rows/s',
        beside: { name: 'COPY of the same file into a plain table', value: rows / copySeconds, unit: 'rows/s' },
        ratio: copySeconds / run.seconds,
        aim: { of: 'value', atLeast: 8_000 },
        note: `${Math.round(statSync(file).size / megabyte)} MB in ${run.seconds.toFixed(1)} s; processor time of Node ${(used.node - before.node).toFixed(1)} s, of PostgreSQL ${(used.postgres - before.postgres).toFixed(1)} s`,
      })
      figures.push({
        name: `memory of Node at most, ${label} contacts`,
        value: run.node.peak,
        unit: 'MB',
        beside: { name: 'while the first fifth of the file was read', value: run.node.peakOfFirstFifth, unit: 'MB' },
        ratio: run.node.peak / run.node.peakOfFirstFifth,
        // Peak memory of a fifth of a long file and of the whole file must match: the file is not held in memory.
        ...(rows >= 1_000_000 ? { aim: { of: 'ratio' as const, atMost: 1.15 } } : {}),
        note: `${Math.round(run.node.atRest)} MB before the start`,
      })
      figures.push({
        name: `memory of PostgreSQL at most, ${label} contacts`,
        value: run.postgres.own,
        unit: 'MB',
        note: `all its processes, without the buffers they share (${Math.round(run.postgres.shared)} MB, as many as are set up)`,
      })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}
