import type { AddressInfo, Server, Socket } from 'node:net'
import mysql2 from 'mysql2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, check, connectionOf, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { mysql } from './mysql.ts'

/** What the server side of mysql2 offers beyond its types. */
interface ServerSide {
  stream: Socket
  sequenceId: number
  serverHandshake: (greeting: object) => void
  on: (event: string, listen: (...values: never[]) => void) => void
  writeOk: () => void
  writeError: (error: { code: number; message: string }) => void
  writeColumns: (columns: object[]) => void
  writeBinaryRow: (row: unknown[]) => void
  writeEof: () => void
}

let stub: Stub
let port = 0
/** Statements that the stand-in received, with their values. */
const received: [text: string, values: unknown[]][] = []
let reply: { columns: string[]; rows: string[][] } | { code: number; message: string } = { columns: [], rows: [] }
const opened = new Set<Socket>()

const server = mysql2.createServer((given) => {
  const side = given as unknown as ServerSide
  opened.add(side.stream)
  const greeting = {
    protocolVersion: 10,
    serverVersion: '8.4.0',
    connectionId: 1,
    statusFlags: 2,
    characterSet: 45,
    capabilityFlags: 0xff_f7ff,
  }
  side.on('error', () => undefined)
  side.serverHandshake({ ...greeting, authCallback: (_login: object, done: (error: null) => void) => done(null) })
  let prepared = ''
  side.on('query', (text: string) => {
    received.push([text, []])
    side.sequenceId = 1
    side.writeOk()
  })
  side.on('stmt_prepare', (text: string) => {
    prepared = text
    // COM_STMT_PREPARE_OK without definitions, which the types of mysql2 do not offer.
    side.stream.write(Buffer.from([12, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
  })
  side.on('stmt_execute', (_id: never, _flags: never, _count: never, values: unknown[]) => {
    received.push([prepared, values])
    side.sequenceId = 1
    if ('code' in reply) return side.writeError(reply)
    const definition = {
      catalog: 'def',
      schema: '',
      table: '',
      orgTable: '',
      characterSet: 45,
      columnLength: 255,
      columnType: 253,
      flags: 0,
      decimals: 0,
    }
    side.writeColumns(reply.columns.map((name) => ({ ...definition, name, orgName: name })))
    for (const row of reply.rows) side.writeBinaryRow(row)
    side.writeEof()
  })
})
beforeAll(async () => {
  stub = await startStub()
  const { _server: listening } = server as unknown as { _server: Server }
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve))
  port = (listening.address() as AddressInfo).port
})
afterAll(async () => {
  await stub.close()
  for (const socket of opened) socket.destroy()
  server.close(() => undefined)
})

const connectionTo = (host: string, tls = 'off') =>
  connectionOf(mysql, { host, port: String(port), user: 'reader', database: 'shop', apiKey: 'none', tls })
const run = (name: string, input: object) => act(stub, connectionTo('127.0.0.1'), name, input)

test('reads rows by columns, conditions, order and limit, in a transaction that only reads', async () => {
  reply = { columns: ['id', 'name'], rows: [['7', 'Ada']] }
  received.length = 0
  const conditions = [
    { column: 'name', is: 'contains', value: '50%_!' },
    { column: 'age', is: 'at_least', value: 18 },
    { column: 'left_on', is: 'empty' },
  ]
  const input = { table: 'customers', columns: ['id', 'name'], conditions, orderBy: 'name', isDescending: true, limit: 5 }
  expect(await run('find_rows', input)).toEqual({ rows: [{ id: '7', name: 'Ada' }] })
  const where = "lower(cast(`name` as char)) like lower(?) escape '!' and `age` >= ? and `left_on` is null"
  expect(received).toEqual([
    ['start transaction read only', []],
    [`select \`id\`, \`name\` from \`customers\` where ${where} order by \`name\` desc limit 5`, ['%50!%!_!!%', 18]],
  ])
  reply = { columns: ['n'], rows: [['3']] }
  expect(await run('count_rows', { database: 'archive', table: 'customers' })).toEqual({ count: 3 })
  expect(received.at(-1)?.[0]).toBe('select count(*) as n from `archive`.`customers`')
  reply = { columns: ['table', 'column', 'type'], rows: [['customers', 'name', 'varchar']] }
  expect(await run('list_columns', {})).toEqual([{ table: 'customers', column: 'name', type: 'varchar' }])
})

test('takes no SQL in a name, and sends values apart from the statement', async () => {
  await expect(run('find_rows', { table: 'x` where 1 -- ' })).rejects.toThrow('Use the name')
  reply = { columns: ['id'], rows: [] }
  const value = "x' or 1 -- "
  expect(await run('find_rows', { table: 'x', conditions: [{ column: 'y', is: 'equals', value }] })).toEqual({ rows: [] })
  expect(received.at(-1)).toEqual(['select * from `x` where `y` = ? limit 50', [value]])
})

test('is tested by the name of its database, passes on refusals, and connects to allowed addresses and by TLS only', async () => {
  reply = { columns: ['name'], rows: [['shop']] }
  expect(await check(stub, connectionTo('127.0.0.1'))).toBe('shop')
  reply = { code: 1142, message: "SELECT command denied to user 'reader'" }
  await expect(run('find_rows', { table: 'salaries' })).rejects.toThrow('SELECT command denied')
  await expect(check(stub, connectionTo('10.0.0.1'))).rejects.toThrow('EGRESS_ALLOW')
  await expect(check(stub, connectionTo('127.0.0.1', ''))).rejects.toThrow(/secure|TLS|SSL/i)
})

test('ends an answer that would fill the memory', async () => {
  reply = { columns: ['text'], rows: Array.from({ length: 100 }, () => ['x'.repeat(50_000)]) }
  await expect(run('find_rows', { table: 'customers' })).rejects.toThrow('larger than 4 MB')
})
