import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { message } from '@imperium/contract/kit/message.ts'
import type { JsonValue } from '../../../platform/llm/types.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import { defineTool } from './tool.ts'

type Kind = 'text' | 'number' | 'time' | 'boolean'

/** The allowed queries: our own names, each with its SQL expression. No text of a model becomes SQL (SEC-25, SEC-43). */
const tables: Record<string, { from: RawBuilder<unknown>; fields: Record<string, { column: RawBuilder<unknown>; kind: Kind }> }> = {
  agents: {
    from: sql`app.agents where deleted_at is null`,
    fields: columns({
      id: 'text',
      name: 'text',
      description: 'text',
      type: 'text',
      category: 'text',
      status: 'text',
      model: 'text',
      version: 'number',
      temperature: 'number',
      max_tokens: 'number',
      monthly_budget_micros: 'number',
      is_public: 'boolean',
      created_at: 'time',
      updated_at: 'time',
    }),
  },
  runs: {
    from: sql`app.runs where true`,
    fields: {
      ...columns({
        id: 'text',
        agent_id: 'text',
        agent_name: 'text',
        agent_version: 'number',
        status: 'text',
        model: 'text',
        trigger: 'text',
        started_by: 'text',
        error_code: 'text',
        error_message: 'text',
        input_tokens: 'number',
        output_tokens: 'number',
        cost_micros: 'number',
        recoveries: 'number',
        created_at: 'time',
        started_at: 'time',
        finished_at: 'time',
      }),
      latency_ms: { column: sql`round(extract(epoch from finished_at - started_at) * 1000)`, kind: 'number' },
    },
  },
  run_steps: {
    from: sql`app.run_steps where true`,
    fields: columns({
      run_id: 'text',
      seq: 'number',
      kind: 'text',
      name: 'text',
      status: 'text',
      attempt: 'number',
      error: 'text',
      input_tokens: 'number',
      output_tokens: 'number',
      cost_micros: 'number',
      started_at: 'time',
      finished_at: 'time',
    }),
  },
  activity: {
    from: sql`app.audit_log where true`,
    fields: columns({
      at: 'time',
      actor_kind: 'text',
      actor_name: 'text',
      action: 'text',
      target_kind: 'text',
      target_name: 'text',
      outcome: 'text',
    }),
  },
}

function columns(kinds: Record<string, Kind>): Record<string, { column: RawBuilder<unknown>; kind: Kind }> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { column: sql`${sql.ref(name)}`, kind }]))
}

const maxRows = 200
const usualRows = 50
const timeoutMs = 3_000
const field = z.string().max(60)
const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()])

const input = z.strictObject({
  table: z
    .string()
    .max(60)
    .describe(
      `One of: ${Object.entries(tables)
        .map(([name, { fields }]) => `${name} (${Object.keys(fields).join(', ')})`)
        .join('; ')}`,
    ),
  fields: z.array(field).max(30).optional().describe('Columns to return; all when left out and nothing is aggregated'),
  filters: z
    .array(
      z.strictObject({
        field,
        op: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in']),
        value: z.union([scalar, z.array(scalar).max(100)]),
      }),
    )
    .max(20)
    .optional(),
  groupBy: z.array(field).max(5).optional(),
  aggregates: z
    .array(z.strictObject({ fn: z.enum(['count', 'sum', 'avg', 'min', 'max']), field: field.optional() }))
    .max(10)
    .optional(),
  orderBy: z
    .array(z.strictObject({ field, direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(5)
    .optional(),
  limit: z.int().min(1).max(maxRows).optional(),
})
type Query = z.output<typeof input>

/** A wrong name or value in the query: reported to the model, which may correct it. */
class QueryError extends Error {}

export const databaseQuery = defineTool<Query>({
  name: 'database_query',
  description:
    "Reads the organization's own data: agents, runs, run_steps, activity. Structured: table, fields, filters, groupBy, aggregates, orderBy, limit (200 rows at most). Costs are in micro-dollars, times in ISO 8601.",
  input,
  run: async (query, { context }) => {
    const { platform, orgId } = context.session
    try {
      const limit = query.limit ?? usualRows
      const statement = compile(query, limit)
      const { rows } = await platform.db.withOrgQuery(orgId, timeoutMs, (tx) => statement.execute(tx))
      // Converted through JSON here, so that the model reads the same now and after a crash: times as text.
      const shown = JSON.parse(JSON.stringify(rows.slice(0, limit))) as JsonValue[]
      return { ok: true, output: { rows: shown, rowCount: shown.length, truncated: rows.length > limit } }
    } catch (error) {
      if (error instanceof QueryError) return { ok: false, error: error.message }
      if (isTimeout(error))
        return {
          ok: false,
          error: message('The query took longer than {seconds} seconds. Request less data.', { seconds: timeoutMs / 1_000 }),
        }
      if (isBadValue(error)) return { ok: false, error: 'A value does not fit its field.' }
      if (!isRefused(error)) throw error
      platform.log.warn({ err: error, query }, 'a query of an agent was refused by the database')
      return { ok: false, error: 'The database cannot run this query. Change the query.' }
    }
  },
})

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
const isTimeout = (error: unknown): boolean => codeOf(error) === '57014'
// Class 22: a value that is no date, no number, out of range.
const isBadValue = (error: unknown): boolean => codeOf(error).startsWith('22')
// Classes 42 and 54: not a statement it takes, or too complex. It would be refused again, so the run must not be repeated for it.
const isRefused = (error: unknown): boolean => /^(42|54)/.test(codeOf(error))

/** One row more than the limit is requested, to know whether there are more. */
function compile(query: Query, limit: number): RawBuilder<Record<string, unknown>> {
  const table = Object.hasOwn(tables, query.table) ? tables[query.table] : undefined
  if (!table) throw new QueryError(`There is no table "${query.table}". Tables: ${Object.keys(tables).join(', ')}.`)
  const column = (name: string) => {
    const found = Object.hasOwn(table.fields, name) ? table.fields[name] : undefined
    if (!found) throw new QueryError(`There is no field "${name}" in ${query.table}. Fields: ${Object.keys(table.fields).join(', ')}.`)
    return found
  }
  const aggregates = query.aggregates ?? []
  const grouped = query.groupBy ?? []
  const isAggregate = aggregates.length > 0 || grouped.length > 0
  const plain = isAggregate ? grouped : query.fields?.length ? query.fields : Object.keys(table.fields)
  const outputs = new Map<string, RawBuilder<unknown>>(plain.map((name) => [name, column(name).column]))
  for (const { fn, field: of } of aggregates) outputs.set(of ? `${fn}_${of}` : fn, aggregate(fn, of, column))
  const selected = [...outputs].map(([name, expression]) => sql`${expression} as ${sql.ref(name)}`)
  const where = (query.filters ?? []).map((filter) => condition(filter, column(filter.field)))
  const order = (query.orderBy ?? []).map(({ field: name, direction }) => {
    const expression = outputs.get(name) ?? (isAggregate ? undefined : column(name).column)
    if (!expression) throw new QueryError(`Order by one of the returned fields: ${[...outputs.keys()].join(', ')}.`)
    return sql`${expression} ${sql.raw(direction)} nulls last`
  })
  return sql<
    Record<string, unknown>
  >`select ${sql.join(selected)} from ${table.from}${where.length ? sql` and ${sql.join(where, sql` and `)}` : sql``}${
    grouped.length ? sql` group by ${sql.join(grouped.map((name) => column(name).column))}` : sql``
  }${order.length ? sql` order by ${sql.join(order)}` : sql``} limit ${limit + 1}`
}

type Column = { column: RawBuilder<unknown>; kind: Kind }

function aggregate(
  fn: NonNullable<Query['aggregates']>[number]['fn'],
  of: string | undefined,
  column: (name: string) => Column,
): RawBuilder<unknown> {
  if (fn === 'count') return of ? sql`count(${column(of).column})` : sql`count(*)`
  if (!of) throw new QueryError(`"${fn}" needs a field.`)
  const { column: expression, kind } = column(of)
  if ((fn === 'sum' || fn === 'avg') && kind !== 'number') throw new QueryError(`"${fn}" needs a number; ${of} is ${kind}.`)
  // There is no smallest boolean, nor uuid before PostgreSQL 18: those are compared as text.
  if (fn !== 'sum' && fn !== 'avg' && (kind === 'text' || kind === 'boolean')) return sql`${sql.raw(fn)}(${expression}::text)`
  return fn === 'avg' ? sql`round(avg(${expression})::numeric, 2)` : sql`${sql.raw(fn)}(${expression})`
}

const operators = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const casts: Record<Kind, string> = { text: 'text', number: 'numeric', time: 'timestamptz', boolean: 'boolean' }

function condition({ op, value }: NonNullable<Query['filters']>[number], { column, kind }: Column): RawBuilder<unknown> {
  // Ids are uuids in the database and text to a model; comparing them as text spares it a cast error.
  const left = kind === 'text' ? sql`${column}::text` : column
  const typed = (each: unknown) => sql`${each === null ? null : String(each)}::${sql.raw(casts[kind])}`
  if (op === 'in') {
    const list = Array.isArray(value) ? value : [value]
    if (list.length === 0) throw new QueryError('"in" needs at least one value.')
    return sql`${left} in (${sql.join(list.map(typed))})`
  }
  if (Array.isArray(value)) throw new QueryError(`"${op}" takes one value.`)
  if (op === 'contains') return sql`${left}::text ilike ${likePattern(String(value))}`
  if (value === null) return op === 'ne' ? sql`${left} is not null` : sql`${left} is null`
  return sql`${left} ${sql.raw(operators[op])} ${typed(value)}`
}
