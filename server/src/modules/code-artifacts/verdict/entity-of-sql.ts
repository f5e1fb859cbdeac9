/** A table of a migration as the draft of an entity. */
export interface EntityDraft {
  entityName: string
  displayName: string
  description: string
  fields: { name: string; label: string; type: string; required: boolean; unique: boolean }[]
  /** Columns and constraints that an entity holds otherwise or not at all. */
  left: string[]
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

const typeOf: Readonly<Record<string, string>> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  citext: 'text',
  uuid: 'text',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  money: 'money',
  bool: 'boolean',
  date: 'date',
  timestamp: 'date-time',
  timestamptz: 'date-time',
  json: 'long-text',
  jsonb: 'long-text',
}
/** Every record has them already. */
const own = new Set(['id', 'org_id', 'created_at', 'updated_at', 'deleted_at'])

interface Column {
  colname: string
  typeName?: { names?: { String?: { sval?: string } }[] }
  constraints?: { Constraint?: { contype?: string } }[]
}
interface Statement {
  stmt?: { CreateStmt?: { relation?: { relname?: string }; tableElts?: { ColumnDef?: Column; Constraint?: { contype?: string } }[] } }
}

const labelOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Reads `create table` by PostgreSQL's own grammar. Nothing of the migration is run. @throws MigrationError for anything else */
export async function entityOfSql(code: string): Promise<EntityDraft> {
  const { parse } = await import('libpg-query')
  const { stmts = [] } = (await parse(code)) as { stmts?: Statement[] }
  const tables = stmts.flatMap(({ stmt }) => (stmt?.CreateStmt ? [stmt.CreateStmt] : []))
  const [table] = tables
  if (!table || tables.length > 1 || stmts.length > 1) throw new MigrationError('A migration that is deployed creates exactly one table.')
  const entityName = table.relation?.relname ?? ''
  const draft: EntityDraft = { entityName, displayName: labelOf(entityName), description: '', fields: [], left: [] }
  for (const { ColumnDef: column, Constraint: constraint } of table.tableElts ?? []) {
    if (constraint) draft.left.push(constraint.contype?.replace('CONSTR_', '').toLowerCase() ?? 'constraint')
    if (!column || own.has(column.colname)) continue
    const name = column.typeName?.names?.at(-1)?.String?.sval ?? ''
    const type = typeOf[name]
    if (!type) {
      draft.left.push(column.colname)
      continue
    }
    const kinds = new Set((column.constraints ?? []).map(({ Constraint: each }) => each?.contype))
    const isUnique = kinds.has('CONSTR_UNIQUE') || kinds.has('CONSTR_PRIMARY')
    draft.fields.push({
      name: column.colname,
      label: labelOf(column.colname),
      type,
      required: kinds.has('CONSTR_NOTNULL') || kinds.has('CONSTR_PRIMARY'),
      unique: isUnique && (type === 'text' || type === 'number'),
    })
  }
  if (draft.fields.length === 0) throw new MigrationError('The table has no column that becomes a field.')
  return draft
}
