import { connect } from 'node:net'
import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { defineConnector } from '../../kit/connector.ts'
import type { ConnectorContext } from '../../kit/connector.ts'
import { databaseAuth, limitResponse } from './database-connection.ts'
import { rowActions } from './row-actions.ts'
import { rowFields } from './row-conditions.ts'

const { name, conditions, find } = rowFields('`', 64)
const dialect = {
  quote: (given: string): string => `\`${given}\``,
  placeholder: () => '?',
  contains: (column: string, sign: string) => `lower(cast(${column} as char)) like lower(${sign}) escape '!'`,
}
const timeoutMs = 15_000

/** Bytes as text: JSON has none. */
const readable = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, Buffer.isBuffer(value) ? value.toString('base64') : value]))

/** One read-only transaction on a connection of its own. The address is the one that was checked, not what the name means by now. */
async function read(context: ConnectorContext, text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const { fields, signal } = context
  const host = fields['host'] ?? ''
  const port = Number(fields['port'] || 3_306)
  const address = await context.findAddress(host, port)
  // Loaded with the first use: at rest it would only take memory.
  const { createConnection } = await import('mysql2')
  const socket = connect({ host: address, port })
  const stop = () => socket.destroy(new Error('The database took too long'))
  const timer = setTimeout(stop, timeoutMs)
  const response = limitResponse(socket)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const connection = createConnection({
      host,
      stream: () => socket,
      database: fields['database'] ?? '',
      user: fields['user'] ?? '',
      password: fields['apiKey'] ?? '',
      ...(fields['tls'] === 'off' ? {} : { ssl: { verifyIdentity: true } }),
      connectTimeout: timeoutMs,
      dateStrings: true,
      supportBigNumbers: true,
      // No code made of the names of columns, and no file of ours for a server that asks for one.
      disableEval: true,
      flags: ['-LOCAL_FILES'],
    })
    // Faults reach the statements below; without a listener one of a closed connection would end the process.
    connection.on('error', () => undefined)
    const client = connection.promise()
    await client.query('start transaction read only')
    const [rows] = await client.execute(text, [...values] as (string | number | boolean)[])
    response.check()
    return (rows as Record<string, unknown>[]).map(readable)
  } catch (error) {
    throw response.explain(error)
  } finally {
    clearTimeout(timer)
    response.stop()
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

const table = {
  table: name('Table'),
  database: name('Database').optional().meta({ description: 'That of the connection where none is named' }),
}
const fromOf = ({ database, table: named }: { database?: string | undefined; table: string }): string =>
  `${database === undefined ? '' : `${dialect.quote(database)}.`}${dialect.quote(named)}`

/** https://dev.mysql.com/doc, and MariaDB: it reads by table, columns and conditions, and takes no SQL from anyone. */
export const mysql = defineConnector({
  id: 'mysql',
  name: 'MySQL',
  category: 'Automation',
  description: 'Reads rows of tables and views of MySQL and MariaDB. It never changes anything.',
  baseUrl: 'https://{host}',
  auth: [databaseAuth('user', '3306')],
  test: { run: async (context) => String((await read(context, 'select database() as name', []))[0]?.['name']) },
  actions: {
    ...rowActions({ dialect, table, fromOf, read, conditions, find }),
    list_columns: action({
      title: 'List columns',
      description: 'Lists the tables that can be read, with their columns and types.',
      input: z.object({ database: name('Database').optional().meta({ description: 'That of the connection where none is named' }) }),
      isReadOnly: true,
      run: ({ database }, context) =>
        read(
          context,
          'select table_name as `table`, column_name as `column`, data_type as `type` from information_schema.columns where table_schema = coalesce(?, database()) order by table_name, ordinal_position limit 2000',
          [database ?? null],
        ),
      sample: [{ table: 'customers', column: 'name', type: 'varchar' }],
    }),
  },
})
