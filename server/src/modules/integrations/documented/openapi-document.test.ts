import { expect, test } from 'vitest'
import type { Platform } from '../../../platform/platform.ts'
import { compileOperations, fieldsOfSchema } from './compile-operations.ts'
import { newBudgets } from './read-schema.ts'
import { actionsOf } from '../actions-of.ts'
import { importDocument } from './import-document.ts'

const petShop = `
openapi: 3.1.0
info: { title: Pet shop }
servers: [{ url: 'https://{region}.pets.example/v1/', variables: { region: { default: eu } } }]
paths:
  /pets/{petId}:
    parameters: [{ $ref: '#/components/parameters/PetId' }]
    get:
      operationId: getPet
      summary: Read a pet
      parameters:
        - { name: fields, in: query, schema: { type: array, items: { type: string } } }
        - { name: Authorization, in: header, schema: { type: string } }
  /pets:
    post:
      operationId: addPet
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Pet' }
  /pets/{petId}/photo:
    put:
      operationId: putPhoto
      requestBody: { required: true, content: { multipart/form-data: {} } }
components:
  parameters:
    PetId: { name: petId, in: path, required: true, schema: { type: string } }
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: string }, id: { type: integer, readOnly: true } } }
    Pet:
      allOf:
        - { $ref: '#/components/schemas/Named' }
        - { type: object, properties: { kind: { enum: [cat, dog] }, age: { type: integer }, owner: { $ref: '#/components/schemas/Pet' } } }
`
const noWay = { httpOut: { fetch: () => Promise.reject(new Error('no call was expected')) } } as unknown as Pick<Platform, 'httpOut'>
const read = (text: string) => importDocument(noWay, { text }, { orgId: 'a', signal: AbortSignal.timeout(5_000) })
const documentActions = (document: unknown) => Object.fromEntries(actionsOf({ connector: 'openapi', document }))
const requestOf = (actions: ReturnType<typeof documentActions>, id: string, input: object) => {
  const found = actions[id]
  if (!found || !('request' in found)) throw new Error(`there is no ${id}`)
  return { method: found.method, ...found.request(found.input.parse(input)) }
}

test('makes actions of the operations of a document in YAML', async () => {
  const document = await read(petShop)
  expect([document.title, document.baseUrl]).toEqual(['Pet shop', 'https://eu.pets.example/v1'])
  const actions = documentActions(JSON.parse(JSON.stringify(document)))
  // A form in parts that names none is left out.
  expect(Object.keys(actions)).toEqual(['get_pet', 'add_pet'])
  expect(requestOf(actions, 'get_pet', { petId: 'a/b', fields: ['name', 'age'] })).toEqual({
    method: 'GET',
    path: '/pets/a%2Fb',
    encodedQuery: 'fields=name&fields=age',
    headers: {},
  })
  expect(requestOf(actions, 'add_pet', { name: 'Rex', kind: 'dog', age: 3 })).toMatchObject({
    method: 'POST',
    path: '/pets',
    json: { name: 'Rex', kind: 'dog', age: 3 },
  })
  expect(actions['add_pet']?.input.safeParse({ name: 'Rex', kind: 'fish' }).success).toBe(false)
  expect(actions['add_pet']?.input.safeParse({ kind: 'dog' }).success).toBe(false)
})

test('objects inside of a body are fields down to the third, and one that holds itself is JSON', async () => {
  const address =
    '{ type: object, required: [city], properties: { city: { type: string }, geo: { type: object, properties: { at: { type: object, properties: { lat: { type: number } } } } } } }'
  const document = await read(`
openapi: 3.1.0
paths:
  /people:
    post:
      operationId: addPerson
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } }
components:
  schemas:
    Person:
      type: object
      required: [name, address]
      properties: { name: { type: string }, address: ${address}, manager: { $ref: '#/components/schemas/Person' }, tags: { type: array, items: { type: string } } }
`)
  const actions = documentActions(JSON.parse(JSON.stringify(document)))
  const { input } = actions['add_person'] ?? {}
  expect(Object.keys(input?.shape ?? {})).toEqual(['name', 'address_city', 'address_geo_at', 'manager', 'tags'])
  expect(input?.safeParse({ name: 'Ada' }).success).toBe(false)
  const given = { name: 'Ada', address_city: 'London', address_geo_at: { lat: 1 }, tags: ['a'] }
  expect(requestOf(actions, 'add_person', given)).toMatchObject({
    json: { name: 'Ada', address: { city: 'London', geo: { at: { lat: 1 } } }, tags: ['a'] },
  })
  expect(input?.shape['address_city']?.meta()?.title).toBe('address › city')
})

test('a value leads to no other path, and a header of the document replaces no credentials', async () => {
  const actions = documentActions(await read(petShop))
  expect(() => requestOf(actions, 'get_pet', { petId: '..' })).toThrow(RangeError)
  expect(Object.keys(actions['get_pet']?.input.shape ?? {})).toEqual(['petId', 'fields'])
})

test('ids are unique and short enough for the name of a tool', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 3 }, (_, n) => [`/reports/of/a/very/long/address/with/many/parts/${'x'.repeat(n)}`, { get: {} }]),
  )
  const ids = compileOperations({ paths }).operations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(ids.every((id) => /^[a-z][a-z0-9_]{0,38}$/.test(id))).toBe(true)
})

test.each([
  ['<html>', 'This is neither JSON nor YAML'],
  ['swagger: "1.2"', 'This is no OpenAPI 3 document'],
  ['{"openapi":"3.0.0","paths":{}}', 'The document has no operation that can be called with JSON'],
  ['openapi: 3.0.0\npaths: { /a: { $ref: "#/paths/~1a" } }', 'The document has no operation that can be called with JSON'],
])('refuses %j', async (text, message) => {
  await expect(read(text)).rejects.toMatchObject({ status: 422, message: expect.stringContaining(message) })
})

test('a document whose schemas name each other without end is read in bounded steps', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const many = (count: number, of: (at: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, of(at)]))
  const takes = (schema: object) => ({ post: { requestBody: { content: { 'application/json': { schema } } } } })
  const schemas = {
    // Each property of the first opens all of the second, and each of those all of the third.
    A: { type: 'object', properties: many(75, () => ref('B')) },
    B: { type: 'object', properties: many(500, () => ref('C')) },
    C: { type: 'object', properties: many(500, () => ({ type: 'string' })) },
    Self: { type: 'object', allOf: Array.from({ length: 100 }, () => ref('Self')), properties: many(3, () => ({ type: 'string' })) },
    Plain: { type: 'object', properties: { name: { type: 'string' } } },
  }
  const paths = { '/plain': takes(ref('Plain')), '/wide': takes(ref('A')), '/self': takes(ref('Self')), '/late': takes(ref('Plain')) }
  const [plain, wide, self, late] = compileOperations({ paths, components: { schemas } }).operations
  expect(plain?.fields).toMatchObject([{ name: 'name', type: 'string' }])
  expect([wide?.fields.length, wide?.fields[0]]).toMatchObject([75, { name: 'f0', type: 'json', within: [] }])
  // Beyond its own bound a body is one field of JSON, and takes nothing from the next.
  expect(self).toMatchObject({ body: 'whole', fields: [{ type: 'json' }] })
  expect(late).toMatchObject({ body: 'fields', fields: [{ name: 'name', type: 'string' }] })
  const dashes = many(100_000, () => null)
  const parameters = Object.keys(dashes).map((name) => ({
    name: name.replaceAll(/\d/g, (digit) => '-+.:,;!?*~'[Number(digit)] ?? ''),
    in: 'query',
  }))
  const {
    operations: [listed],
    leftOut,
  } = compileOperations({ paths: { [`/${'{a}'.repeat(50_000)}`]: { get: { parameters } } } })
  expect(listed?.fields).toHaveLength(160)
  expect(leftOut).toMatchObject([{ reason: 'fields' }])
})

test('a chain of long references is charged for its length and resolved once', () => {
  // Each link is reached through 200 objects; the counting proxy sees every look into the first of them.
  let looks = 0
  const deep = (link: unknown): unknown => {
    let node: object = { x: link }
    for (let at = 0; at < 200; at++) node = { p: node }
    return node
  }
  const pointer = (at: number) => `#/$defs/l${at}/${'p/'.repeat(200)}x`
  const links = Object.fromEntries(
    Array.from({ length: 21 }, (_, at) => [
      `l${at}`,
      deep(at === 18 ? { type: 'object', properties: { end: { type: 'string' } } } : { $ref: pointer(at + 1) }),
    ]),
  )
  const counting = new Proxy(links, {
    get: (target, name, receiver): unknown => {
      looks += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const hostile = { type: 'object', allOf: Array.from({ length: 5_000 }, () => ({ $ref: pointer(0) })), $defs: counting }
  const budget = newBudgets()()
  expect(fieldsOfSchema(hostile, budget)).toEqual([])
  expect(looks).toBeLessThan(50)
  // Some 20 steps a part: 10,000 are over after some 500 of 5,000.
  expect(budget.left).toBeLessThanOrEqual(0)
  expect(fieldsOfSchema({ ...hostile, allOf: [{ $ref: pointer(0) }] }, newBudgets()())).toMatchObject([{ name: 'end' }])
  const endless = { type: 'object', properties: { a: { $ref: '#/properties/a' } } }
  const counted = newBudgets()()
  fieldsOfSchema(endless, counted)
  expect(counted.missing).toBe(1)
})

test('heavy operations and tools take nothing from those after them', () => {
  const hostile = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { allOf: Array.from({ length: 100 }, () => ({ $ref: '#/properties/b' })) } },
    allOf: Array.from({ length: 100 }, () => ({ $ref: '#/properties/b' })),
  }
  const honest = { type: 'object', properties: { city: { type: 'string' } } }
  const nextBudget = newBudgets()
  let spent = 0
  for (let tool = 0; tool < 200; tool++) {
    const budget = nextBudget()
    const given = budget.left
    fieldsOfSchema(hostile, budget)
    spent += given - Math.max(0, budget.left)
  }
  expect(spent).toBeLessThan(750_000)
  expect(fieldsOfSchema(honest, nextBudget())).toMatchObject([{ name: 'city', type: 'string' }])
  // 400 operations with a body of 70 fields that are put together of parts, as large documents have.
  const part = { type: 'object', properties: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`p${at}`, { type: 'string' }])) }
  const field = { allOf: Array.from({ length: 3 }, () => ({ $ref: '#/components/schemas/Part' })) }
  const body = { type: 'object', properties: Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`f${at}`, field])) }
  const content = { 'application/json': { schema: body } }
  const operation = {
    requestBody: { content },
    parameters: [
      { name: 'q', in: 'query' },
      { name: 'page', in: 'query' },
    ],
  }
  const paths = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`/things${at}`, { post: operation }]))
  const { operations } = compileOperations({ paths, components: { schemas: { Part: part } } })
  expect(operations).toHaveLength(400)
  expect(operations.filter(({ fields }) => !fields.some(({ name }) => name === 'page'))).toEqual([])
})

test('names what of a document is left out or incomplete, and why', () => {
  const long = `#/components/schemas/${'x'.repeat(600)}`
  const get = { operationId: 'get' }
  const json = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })
  const parameters = Array.from({ length: 90 }, (_, at) => ({ name: `p${at}`, in: 'query', required: at === 89 }))
  const paths = {
    '/elsewhere': { $ref: './paths/elsewhere.yaml' },
    '/long': { $ref: long },
    '/file': { put: { requestBody: { required: true, content: { 'multipart/form-data': {} } } } },
    relative: { get },
    '/parts': { get: { parameters: [{ $ref: './parameters.yaml#/Page' }] }, post: json({ properties: { a: { $ref: long } } }) },
    '/wide': { get: { parameters } },
    ...Object.fromEntries(Array.from({ length: 1_998 }, (_, at) => [`/many${at}`, { get }])),
  }
  const { operations, leftOut } = compileOperations({ paths })
  expect(operations).toHaveLength(2_000)
  expect(leftOut).toEqual([
    { name: '/elsewhere', reason: 'reference' },
    { name: '/long', reason: 'reference' },
    { name: 'PUT /file', reason: 'body' },
    { name: 'GET relative', reason: 'path' },
    { name: 'GET /parts', reason: 'parts' },
    { name: 'POST /parts', reason: 'parts' },
    { name: 'GET /wide', reason: 'fields' },
    { name: 'GET /many1997', reason: 'too-many' },
  ])
  // What is required comes before what is not.
  expect(operations.find(({ path }) => path === '/wide')?.fields[0]).toMatchObject({ name: 'p89', isRequired: true })
})
