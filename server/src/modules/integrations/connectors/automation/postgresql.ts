import { Socket } from 'node:net'
import pg from 'pg'
import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { defineConnector } from '../../kit/connector.ts'
import type { ConnectorContext } from '../../kit/connector.ts'
import { databaseAuth, limitResponse } from './database-connection.ts'
import { rowActions } from './row-actions.ts'
import { rowFields } from './row-conditions.ts'

const { name, conditions, find } = rowFields('"', 63)
const dialect = {
  quote: (given: string): string => `"${given}"`,
  placeholder: (number: number) => `$${number}`,
  contains: (column: string, sign: string) => `${column}::text ilike ${sign} escape '!'`,
}
const timeoutMs = 15_000
const hangUpMs = 1_000

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
    query_timeout: timeoutMs,
    application_name: 'Imperium',
  })
  const stop = () => void socket.destroy()
  // Without it, a server that hangs up between two queries would end the process.
  client.on('error', stop)
  const response = limitResponse(socket)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    // Not at the start of the connection: a pooler refuses settings there.
    await client.query(`begin read only; set local statement_timeout = ${timeoutMs}`)
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    response.check()
    return rows
  } catch (error) {
    throw response.explain(error)
  } finally {
    signal.removeEventListener('abort', stop)
    response.stop()
    await hangUp(client, socket)
  }
}

/** A server may never hang up. */
async function hangUp(client: pg.Client, socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), hangUpMs)
  await client.end()
  clearTimeout(timer)
}

const table = { schema: name('Schema').default('public'), table: name('Table') }
const fromOf = ({ schema, table: named }: { schema: string; table: string }): string => `${dialect.quote(schema)}.${dialect.quote(named)}`

/** https://www.postgresql.org/docs: it reads by table, columns and conditions, and takes no SQL from anyone. */
export const postgresql = defineConnector({
  id: 'postgresql',
  name: 'PostgreSQL',
  category: 'Automation',
  description: 'Reads rows of tables and views. It never changes anything.',
  baseUrl: 'https://{host}',
  auth: [databaseAuth('role', '5432')],
  test: { run: async (context) => String((await read(context, 'select current_database() as name', []))[0]?.['name']) },
  actions: {
    ...rowActions({ dialect, table, fromOf, read, conditions, find }),
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
