import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { act, check, connectionOf, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { postgresql } from './postgresql.ts'

let stub: Stub
const { host: folder, port: socket, user } = inject('database')
// The test database listens on a socket of the file system; connectors know hosts and ports.
const proxy = createServer((client) => {
  const database = connect(`${folder}/.s.PGSQL.${socket}`)
  client.pipe(database).pipe(client)
  for (const each of [client, database]) each.on('error', () => client.destroy())
})
beforeAll(async () => {
  stub = await startStub()
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await stub.close()
  proxy.close()
})

const connectionTo = (host: string) => {
  const port = String((proxy.address() as AddressInfo).port)
  return connectionOf(postgresql, { host, port, user, database: 'postgres', apiKey: 'none', tls: 'off' })
}
const find = (input: object) =>
  act(stub, connectionTo('127.0.0.1'), 'find_rows', { schema: 'pg_catalog', table: 'pg_type', columns: ['typname'], ...input })

test('reads rows by columns, conditions, order and limit', async () => {
  const connection = connectionTo('127.0.0.1')
  expect(await check(stub, connection)).toBe('postgres')
  const conditions = [
    { column: 'typname', is: 'contains', value: 'int' },
    { column: 'typlen', is: 'at_most', value: 8 },
    { column: 'typname', is: 'equals', value: 'int4' },
    { column: 'typdefault', is: 'empty' },
  ]
  expect(await find({ conditions, orderBy: 'typname', limit: 1 })).toEqual({ rows: [{ typname: 'int4' }] })
  expect(await act(stub, connection, 'count_rows', { schema: 'pg_catalog', table: 'pg_type', conditions })).toEqual({ count: 1 })
  expect(await act(stub, connection, 'list_columns', { schema: 'pg_catalog' })).toContainEqual({
    table: 'pg_type',
    column: 'typname',
    type: 'name',
  })
})

test('takes no SQL in a name or a value', async () => {
  expect(await find({ conditions: [{ column: 'typname', is: 'equals', value: "x' or true --" }] })).toEqual({ rows: [] })
  expect(await find({ conditions: [{ column: 'typname', is: 'contains', value: '%' }] })).toEqual({ rows: [] })
  await expect(find({ table: 'pg_type" where true --' })).rejects.toThrow('Use the name')
  await expect(find({ columns: ['typname) from pg_type --'] })).rejects.toThrow('does not exist')
})

test('connects to allowed addresses only', async () => {
  await expect(check(stub, connectionTo('10.0.0.1'))).rejects.toThrow('EGRESS_ALLOW')
})
