import { Socket } from 'node:net'
import pg from 'pg'
import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import type { ConnectorContext } from '../../kit/connector.ts'
import { ServiceError } from '../../kit/service-error.ts'

const name = (title: string) =>
  z
    .string()
    .regex(/^[^"\0]{1,63}$/, 'Use the name as it stands in the database')
    .meta({ title })
const comparisons = { equals: '=', not_equals: '<>', greater: '>', at_least: '>=', less: '<', at_most: '<=', contains: 'ilike' } as const
const condition = z.object({
  column: name('Column'),
  is: z.enum(['equals', 'not_equals', 'greater', 'at_least', 'less', 'at_most', 'contains', 'empty', 'not_empty']),
  value: z.union([z.string().max(10_000), z.number(), z.boolean()]).optional(),
})
const quoted = (given: string): string => `"${given}"`
const timeoutMs = 15_000
const hangUpMs = 1_000
const mostBytes = 4 * 1024 * 1024
const countEveryMs = 20

const tooLarge = 'The answer is larger than 4 MB. Ask for fewer rows or columns.'

/** One read-only transaction on a connection of its own. The address is the one that was checked, not what the name means by now. */
async function read(context: ConnectorContext, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const { fields, signal } = context
  const host = fields['host'] ?? ''
  const port = Number(fields['port'] || 5_432)
  const socket = new Socket()
  const client = new pg.Client({
    stream: () => socket,
    host: await context.findAddress(host, port),
    port,
    database: fields['database'],
    user: fields['user'],
    password: fields['apiKey'],
    ssl: fields['tls'] === 'off' ? false : { servername: host },
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'Imperium',
  })
  const stop = () => void socket.destroy()
  const isTooLarge = () => socket.bytesRead > mostBytes
  // Without it, a server that hangs up between two queries would end the process.
  client.on('error', stop)
  const counting = setInterval(() => isTooLarge() && socket.destroy(), countEveryMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    await client.query('begin read only')
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    if (isTooLarge()) throw new ServiceError(tooLarge)
    return rows
  } catch (error) {
    if (isTooLarge()) throw new ServiceError(tooLarge, { cause: error })
    throw new ServiceError(error instanceof Error ? error.message : 'The database refused', { isRetryable: false, cause: error })
  } finally {
    signal.removeEventListener('abort', stop)
    clearInterval(counting)
    await hangUp(client, socket)
  }
}

/** A server may never hang up. */
async function hangUp(client: pg.Client, socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), hangUpMs)
  await client.end()
  clearTimeout(timer)
}

/** Conditions as SQL; their values are parameters. */
function whereOf(conditions: readonly z.output<typeof condition>[], values: unknown[]): string {
  const parts = conditions.map(({ column, is, value = '' }) => {
    if (is === 'empty' || is === 'not_empty') return `${quoted(column)} is ${is === 'empty' ? '' : 'not '}null`
    values.push(is === 'contains' ? `%${String(value).replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : value)
    return `${quoted(column)}${is === 'contains' ? '::text' : ''} ${comparisons[is]} $${values.length}`
  })
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : ''
}

/** https://www.postgresql.org/docs: it reads by table, columns and conditions, and takes no SQL from anyone. */
export const postgresql = defineConnector({
  id: 'postgresql',
  name: 'PostgreSQL',
  category: 'Automation',
  description: 'Reads rows of tables and views. It never changes anything.',
  baseUrl: 'https://{host}',
  auth: [
    keyIn(
      {},
      {
        label: 'Password',
        hint: 'Of a role that may only read what is meant to be read.',
        fields: [
          { key: 'host', label: 'Host', kind: 'host', placeholder: 'db.acme.example' },
          { key: 'port', label: 'Port', kind: 'number', placeholder: '5432', isOptional: true },
          { key: 'database', label: 'Database' },
          { key: 'user', label: 'User' },
          { key: 'tls', label: 'TLS', placeholder: 'on', hint: 'Enter "off" inside of a network of your own only.', isOptional: true },
        ],
      },
    ),
  ],
  test: { run: async (context) => String((await read(context, 'select current_database() as name', []))[0]?.['name']) },
  actions: {
    find_rows: action({
      title: 'Find rows',
      description: 'Lists rows of a table or view for which all conditions hold.',
      input: z.object({
        schema: name('Schema').default('public'),
        table: name('Table'),
        columns: z.array(name('Column')).max(100).default([]).meta({ title: 'Columns', description: 'All where none is named' }),
        conditions: z.array(condition).max(20).default([]).meta({ title: 'Conditions' }),
        orderBy: name('Order by').optional(),
        isDescending: z.boolean().default(false).meta({ title: 'The largest first' }),
        limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }),
      }),
      isReadOnly: true,
      run: async (input, context) => {
        const values: unknown[] = []
        const columns = input.columns.length > 0 ? input.columns.map(quoted).join(', ') : '*'
        const where = whereOf(input.conditions, values)
        const order = input.orderBy === undefined ? '' : ` order by ${quoted(input.orderBy)}${input.isDescending ? ' desc' : ''}`
        const from = `${quoted(input.schema)}.${quoted(input.table)}`
        return { rows: await read(context, `select ${columns} from ${from}${where}${order} limit ${input.limit}`, values) }
      },
      sample: { rows: [{ id: 1, name: 'Ada' }] },
    }),
    count_rows: action({
      title: 'Count rows',
      description: 'Counts rows for which all conditions hold.',
      input: z.object({
        schema: name('Schema').default('public'),
        table: name('Table'),
        conditions: z.array(condition).max(20).default([]).meta({ title: 'Conditions' }),
      }),
      isReadOnly: true,
      run: async (input, context) => {
        const values: unknown[] = []
        const where = whereOf(input.conditions, values)
        const [row] = await read(context, `select count(*)::int as n from ${quoted(input.schema)}.${quoted(input.table)}${where}`, values)
        return { count: row?.['n'] }
      },
      sample: { count: 7 },
    }),
    list_columns: action({
      title: 'List columns',
      description: 'Lists the tables that can be read, with their columns and types.',
      input: z.object({ schema: name('Schema').default('public') }),
      isReadOnly: true,
      run: (input, context) =>
        read(
          context,
          'select table_name as table, column_name as column, data_type as type from information_schema.columns where table_schema = $1 order by table_name, ordinal_position limit 2000',
          [input.schema],
        ),
      sample: [{ table: 'customers', column: 'name', type: 'text' }],
    }),
  },
})
