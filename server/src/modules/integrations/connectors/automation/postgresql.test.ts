import { connect, createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
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

const connectionTo = (host: string, server: Server = proxy) => {
  const port = String((server.address() as AddressInfo).port)
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

test('ends with a server that never hangs up, and with one that answers too much', async () => {
  // R: signed in, Z: ready, T: columns, D: a row, C: complete.
  const part = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const ready = part('Z', Buffer.from('I'))
  const row = part('D', Buffer.concat([Buffer.from([0, 1, 0, 1, 0, 0]), Buffer.alloc(65_536)]))
  const columns = part(
    'T',
    Buffer.concat([Buffer.from([0, 1]), Buffer.from('name\0'), Buffer.alloc(9), Buffer.from([25, 255, 255, 255, 255, 255, 255, 0, 0])]),
  )
  let isShort = true
  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => client.destroy())
    client.once('data', () => {
      client.write(Buffer.concat([part('R', Buffer.alloc(4)), ready]))
      client.once('data', () => {
        client.write(Buffer.concat([part('C', Buffer.from('BEGIN\0')), ready]))
        client.once('data', () => {
          if (isShort)
            client.write(
              Buffer.concat([columns, part('D', Buffer.from([0, 1, 0, 0, 0, 1, 0x78])), part('C', Buffer.from('SELECT 1\0')), ready]),
            )
          else for (let rows = 0; rows < 100; rows++) client.write(row)
        })
      })
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  expect(await check(stub, connectionTo('127.0.0.1', server))).toBe('x')
  isShort = false
  await expect(check(stub, connectionTo('127.0.0.1', server))).rejects.toThrow('larger than 4 MB')
  server.close()
})
