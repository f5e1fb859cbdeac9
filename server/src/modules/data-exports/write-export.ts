import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { csvLine } from '../../platform/text/csv.ts'
import { sortedJson } from '../../platform/text/sorted-json.ts'
import type { ArchivedFile } from './archive.ts'
import { leftOutTables, listExportedTables, readTable } from './exported-tables.ts'
import type { ExportedTable } from './exported-tables.ts'
import { streamOf } from './stream-rows.ts'

/** What an archive holds; counted while it is written. */
export interface Counts {
  rows: number
  files: number
}

type Row = Record<string, unknown>

const cell = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The same rows twice: for programs, and for tables of people. */
function filesOfRows({ schema, name, columns }: ExportedTable, rows: readonly Row[], part: number): ArchivedFile[] {
  const path = `data/${schema === 'app' ? '' : `${schema}/`}${name}/${String(part).padStart(4, '0')}`
  const csv = [csvLine(columns), ...rows.map((row) => csvLine(columns.map((column) => cell(row[column]))))].join('')
  return [
    { path: `${path}.json`, bytes: Buffer.from(`${JSON.stringify(rows, null, 1)}\n`) },
    { path: `${path}.csv`, bytes: Buffer.from(`\uFEFF${csv}`) },
  ]
}

/** A name as part of a path: no slash, no dot at the start, at most 60 characters. */
const safeName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 40)

interface File {
  id: string
  name: string
}

/** Complete ones, but for those of exports. */
async function listFiles(tx: OrgTx): Promise<File[]> {
  const { rows } = await sql<File>`
    select f.id, f.name from app.files f
    where f.completed_at is not null and not exists (select from app.data_exports e where e.file_id = f.id) order by f.id`.execute(tx)
  return rows
}

/** Everything of an organization, one file after another. `code`: the organization as code. */
export async function* writeExport(platform: Platform, orgId: string, code: string, counts: Counts): AsyncGenerator<ArchivedFile> {
  const { db, files, clock } = platform
  yield { path: 'organization.json', bytes: Buffer.from(code) }
  const tables = await db.withOrg(orgId, listExportedTables)
  const written: { table: string; rows: number; columnsLeftOut: string[] }[] = []
  for (const table of tables) {
    let rows = 0
    let part = 0
    // A table is read in one transaction, so that it is whole; tables may differ by the time between them.
    const portions = streamOf<Row[]>((put) =>
      db.withOrg(orgId, async (tx) => {
        for await (const portion of readTable(tx, table)) await put(portion)
      }),
    )
    for await (const portion of portions) {
      rows += portion.length
      part += 1
      yield* filesOfRows(table, portion, part)
    }
    counts.rows += rows
    written.push({ table: `${table.schema}.${table.name}`, rows, columnsLeftOut: table.secretColumns })
  }
  for (const { id, name } of await db.withOrg(orgId, listFiles)) {
    const parts: Uint8Array[] = []
    for await (const part of files.read(orgId, id)) parts.push(part)
    counts.files += 1
    yield { path: `files/${id}-${safeName(name)}`, bytes: Buffer.concat(parts) }
  }
  const manifest = {
    format: 'organization-export',
    formatVersion: 1,
    exportedAt: clock.now().toISOString(),
    tables: written,
    leftOut: leftOutTables,
  }
  yield { path: 'manifest.json', bytes: Buffer.from(sortedJson(manifest)) }
}
