import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { testEncryptionKey } from '../../testing/test-secrets.ts'
import { connectDatabase } from './database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

/** What a pooler such as pgbouncer takes in the first message of a connection. */
const allowed = new Set(['user', 'database', 'application_name', 'client_encoding'])
const refused: string[] = []

let t: TestApp
let user: TestUser
let pooled: Database
let connection: pg.PoolConfig

/** A pooler in session mode that refuses every setting at the start of a connection. */
const pooler = createServer((client) => {
  client.on('error', () => undefined)
  client.once('data', (first) => {
    const words = first.subarray(8).toString().split('\0')
    const odd = words.filter((word, index) => index % 2 === 0 && word !== '' && !allowed.has(word))
    if (odd.length > 0) {
      refused.push(...odd)
      const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${odd.join()}\0\0`)
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(fields.length + 4, 1)
      return client.end(Buffer.concat([head, fields]))
    }
    const server = connect(`${t.connection.host}/.s.PGSQL.${t.connection.port}`)
    server.on('error', () => client.destroy())
    server.write(first)
    server.pipe(client)
    return client.pipe(server)
  })
})

beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  connection = { ...t.connection, host: '127.0.0.1', port: (pooler.address() as AddressInfo).port }
  pooled = connectDatabase({ connection, secret: testEncryptionKey, poolMax: 2, onError: () => undefined })
})
afterAll(async () => {
  await pooled.close()
  pooler.close()
  await t.close()
})

test('the pooler of this test refuses settings at the start of a connection', async () => {
  const client = new pg.Client({ ...connection, options: '-c search_path=app' })
  client.on('error', () => undefined)
  await expect(client.connect()).rejects.toThrow('unsupported startup parameter: options')
  expect(refused.splice(0)).toEqual(['options'])
})

test('every connection has its settings behind a pooler that takes none at the start', async () => {
  const settings = await pooled.withOrg(user.orgId, async (tx) => {
    const read = sql<Record<string, string>>`select current_setting('search_path') as path, current_setting('statement_timeout') as longest,
      current_setting('idle_in_transaction_session_timeout') as idle`
    return (await read.execute(tx)).rows[0]
  })
  expect(settings).toEqual({ path: 'app,auth,pg_catalog,compat', longest: '7500ms', idle: '30s' })
  expect(await pooled.withSystem(async (tx) => (await sql`select 1 from organizations limit 1`.execute(tx)).rows)).toHaveLength(1)
  await migrate(connection, () => undefined)
  expect(refused).toEqual([])
})
