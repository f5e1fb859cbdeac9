import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** Tables of the organization that an export leaves out, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  'app.data_exports': 'lists exports such as this one',
  'app.file_pieces': 'is in the folder files',
  'app.idempotency_keys': 'remembers requests for a day',
  'app.knowledge_vectors': 'is computed from the knowledge base',
  'app.diet_plans': 'is sealed health data: it is exported patient by patient, as PDF',
  'app.diet_plan_days': 'is sealed health data: it is exported patient by patient, as PDF',
  'app.diet_plan_words': 'is the search index of sealed health data',
  'app.workflow_callbacks': 'is addresses that anyone who knows them may call',
  'app.sandbox_mail': 'is what a mail server would have sent, with links to sign in',
}

/** Columns that hold secrets, or what proves them: no export has them. */
const secretColumn = /(^|_)(sealed|secrets?|secret_hint|challenge|password|hook_token|client_hash|hook_hash|state_hash|key_preview)($|_)/

export interface ExportedTable {
  schema: string
  name: string
  columns: string[]
  secretColumns: string[]
}

interface Column {
  schema: string
  table: string
  column: string
  type: string
}

/** What holds rows of an organization and may be read here, with its columns: the catalogue knows tables that were made since, too. */
export async function listExportedTables(tx: OrgTx): Promise<ExportedTable[]> {
  const { rows } = await sql<Column>`
    select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('app', 'records')
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id' and not o.attisdropped)
      and has_table_privilege(current_user, c.oid, 'select')
    order by 1, 2, a.attnum`.execute(tx)
  const tables = new Map<string, ExportedTable>()
  for (const { schema, table, column, type } of rows) {
    const key = `${schema}.${table}`
    if (Object.hasOwn(leftOutTables, key)) continue
    const entry = tables.get(key) ?? { schema, name: table, columns: [], secretColumns: [] }
    tables.set(key, entry)
    // Bytes are hashes, keys and indexes; those of files are in their own folder.
    if (secretColumn.test(column) || type === 'bytea') entry.secretColumns.push(column)
    else entry.columns.push(column)
  }
  return [...tables.values()]
}

const rowsAtOnce = 2_000

/** The rows of a table in portions, as the API's JSON types: one portion in memory at a time. */
export async function* readTable(tx: OrgTx, { schema, name, columns }: ExportedTable): AsyncGenerator<Record<string, unknown>[]> {
  const wanted = sql.join(columns.map((column) => sql.ref(column)))
  await sql`declare exported_rows no scroll cursor for select ${wanted} from ${sql.table(`${schema}.${name}`)}`.execute(tx)
  try {
    for (;;) {
      const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(rowsAtOnce)} from exported_rows`.execute(tx)
      if (rows.length > 0) yield rows
      if (rows.length < rowsAtOnce) return
    }
  } finally {
    await sql`close exported_rows`.execute(tx)
  }
}
