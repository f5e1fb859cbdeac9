import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { exampleOf, readOperation } from '@imperium/contract/kit/openapi-document.ts'
import { documentJson } from '../../../platform/operations/api-documents.ts'
import { parseJson } from '../../../platform/text/exact-json.ts'
import { compileOperations } from './compile-operations.ts'
import { operationAction } from './document-actions.ts'
import { readApiDocument } from './read-api-document.ts'
import { posts, sent, withParameter } from './testing/sent.ts'
import { upgradeSwagger } from './upgrade-swagger.ts'
import { isNode, nodeOf } from './read-references.ts'
import type { Node } from './read-references.ts'

const list = { type: 'array', items: { type: 'string' } }
const map = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } }
const colors = ['blue', 'bl,ack', 'br own']
const rgb = { R: 100, G: 200 }

// The table "Style Examples" of OpenAPI 3.1.1, with values that need encoding.
test.each([
  [{ in: 'query', schema: list }, colors, '/v2/x?color=blue&color=bl%2Cack&color=br%20own'],
  [{ in: 'query', explode: false, schema: list }, colors, '/v2/x?color=blue,bl%2Cack,br%20own'],
  [{ in: 'query', style: 'spaceDelimited', explode: false, schema: list }, ['a', 'b'], '/v2/x?color=a%20b'],
  [{ in: 'query', style: 'pipeDelimited', explode: false, schema: list }, ['a', 'b'], '/v2/x?color=a%7Cb'],
  [{ in: 'query', schema: map }, rgb, '/v2/x?R=100&G=200'],
  [{ in: 'query', explode: false, schema: map }, rgb, '/v2/x?color=R,100,G,200'],
  [{ in: 'query', style: 'deepObject', explode: true, schema: map }, rgb, '/v2/x?color%5BR%5D=100&color%5BG%5D=200'],
  [{ in: 'query', content: { 'application/json': { schema: map } } }, rgb, '/v2/x?color=%7B%22R%22%3A100%2C%22G%22%3A200%7D'],
  [{ in: 'query', allowReserved: true, schema: { type: 'string' } }, 'a/b?c', '/v2/x?color=a/b?c'],
])('a parameter of the query %j', (parameter, value, address) => {
  expect(sent(withParameter(parameter), 'x', { color: value }).address).toBe(address)
})

test.each([
  [{ schema: list }, ['a', 'b'], '/v2/x/a,b'],
  [{ style: 'label', schema: list }, ['a', 'b'], '/v2/x/.a,b'],
  [{ style: 'label', explode: true, schema: list }, ['a', 'b'], '/v2/x/.a.b'],
  [{ style: 'matrix', schema: list }, ['a', 'b'], '/v2/x/;color=a,b'],
  [{ style: 'matrix', explode: true, schema: list }, ['a', 'b'], '/v2/x/;color=a;color=b'],
  [{ schema: map }, rgb, '/v2/x/R,100,G,200'],
  [{ explode: true, schema: map }, rgb, '/v2/x/R=100,G=200'],
  [{ style: 'matrix', explode: true, schema: map }, rgb, '/v2/x/;R=100;G=200'],
])('a parameter of the path %j', (parameter, value, address) => {
  expect(sent(withParameter({ in: 'path', required: true, ...parameter }, '/x/{color}'), 'x', { color: value }).address).toBe(address)
})

// Without its value the address is that of all of them: a DELETE of one would be one of all.
test.each<[object, unknown]>([
  [{ schema: { type: 'string' } }, ''],
  [{ schema: { type: ['integer', 'null'] } }, null],
  [{ schema: list }, []],
  [{ style: 'label', schema: { type: 'string' } }, ''],
  [{ style: 'label', explode: true, schema: list }, ['', '']],
])('a part of the path that is %j is not left empty by %j', (parameter, value) => {
  const document = withParameter({ in: 'path', required: true, ...parameter }, '/x/{color}')
  expect(() => sent(document, 'x', { color: value })).toThrow('empty or consists of dots')
})

test('lists and objects of headers are written with commas', () => {
  const { headers } = sent(withParameter({ in: 'header', schema: list }), 'x', { color: ['a', 'b'] })
  expect(headers.get('color')).toBe('a,b')
})

test('a merge patch keeps its media type and sends null', () => {
  const document = posts({
    'application/merge-patch+json': { schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } } },
  })
  expect(sent(document, 'x', { a: null, b: 2 })).toMatchObject({ type: 'application/merge-patch+json', body: '{"a":null,"b":2}' })
})

// A server tells a patch from a whole object by its media type alone.
test('other types of JSON keep their names, and several documents in a row are bytes', () => {
  const change = [{ op: 'remove', path: '/a' }]
  const patch = posts({ 'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } } })
  expect(sent(patch, 'x', { body: change })).toMatchObject({ type: 'application/json-patch+json', body: JSON.stringify(change) })
  const named = { schema: { type: 'object', properties: { a: { type: 'string' } } } }
  expect(sent(posts({ 'text/json': named }), 'x', { a: 'b' })).toMatchObject({ type: 'text/json', body: '{"a":"b"}' })
  expect(sent(posts({ 'application/*+json': named }), 'x', { a: 'b' })).toMatchObject({ type: 'application/json', body: '{"a":"b"}' })
  const rows = { content: Buffer.from('{}\n{}\n').toString('base64') }
  for (const type of ['application/jsonl', 'application/json-seq'])
    expect(sent(posts({ [type]: { schema: { type: 'object' } } }), 'x', { body: rows })).toMatchObject({
      type,
      body: Buffer.from('{}\n{}\n'),
    })
})

test('a parameter with content is JSON only where its media type says so', () => {
  const given = (type: string) => withParameter({ in: 'query', content: { [type]: { schema: { type: 'string' } } } })
  expect(sent(given('application/json'), 'x', { color: 'red' }).address).toBe('/v2/x?color=%22red%22')
  expect(sent(given('text/plain'), 'x', { color: 'red' }).address).toBe('/v2/x?color=red')
})

test('a list of a form in parts is one of them where the document joins it', async () => {
  const parameters = [
    { name: 'file', in: 'formData', type: 'file' },
    { name: 'tags', in: 'formData', type: 'array', items: { type: 'string' } },
    { name: 'marks', in: 'formData', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
  ]
  const swagger = { swagger: '2.0', host: 'api.example', basePath: '/v2', paths: { '/x': { post: { operationId: 'x', parameters } } } }
  const { type, body } = sent(upgradeSwagger(swagger), 'x', { file: { content: '' }, tags: ['a', 'b'], marks: ['c', 'd'] })
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type ?? '' } }).formData()
  expect([form.getAll('tags'), form.getAll('marks')]).toEqual([['a,b'], ['c', 'd']])
})

test('a body of text is sent as it is, a form by its encoding', () => {
  expect(sent(posts({ 'text/plain': { schema: { type: 'string' } } }), 'x', { body: 'a b' })).toMatchObject({
    type: 'text/plain',
    body: 'a b',
  })
  const schema = { type: 'object', properties: { tags: list } }
  const form = posts({ 'application/x-www-form-urlencoded': { schema, encoding: { tags: { explode: false } } } })
  expect(sent(form, 'x', { tags: ['a', 'b'] }).body).toBe('tags=a,b')
})

test('fields that the document does not name are sent beside the others where it allows them', () => {
  const open = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true }
  const schema = { ...open, properties: { ...open.properties, inner: open, closed: { ...open, additionalProperties: false } } }
  const document = posts({ 'application/json': { schema } })
  const input = { a: 'x', inner: { a: 'y', b: 1 }, closed_a: 'z', other_fields: { a: 'never', more: [2] } }
  expect(sent(document, 'x', input).body).toBe('{"a":"x","inner":{"a":"y","b":1},"closed":{"a":"z"},"more":[2]}')
  expect(() => sent(document, 'x', { more: [2] })).toThrow('more')
})

test('a required object is sent without any field, too, where the one around it is', () => {
  const open = { type: 'object', properties: { a: { type: 'string' } } }
  const around = { ...open, properties: { ...open.properties, in: open }, required: ['in'] }
  const document = posts({
    'application/json': { schema: { type: 'object', properties: { must: around, may: around }, required: ['must'] } },
  })
  expect(sent(document, 'x', {}).body).toBe('{"must":{"in":{}}}')
  expect(sent(document, 'x', { may_a: 'b', must_in_a: 'c' }).body).toBe('{"must":{"in":{"a":"c"}},"may":{"a":"b","in":{}}}')
})

// What the playground offers for each of our operations, with nothing but what is needed.
test('every example of our own document is sent as it is', () => {
  const document = JSON.parse(documentJson()) as Parameters<typeof readOperation>[0] & Node
  const { operations } = compileOperations(document)
  const differing = operations.flatMap((operation) => {
    const read = readOperation(document, operation.method, operation.path)
    if (!read?.body || operation.body !== 'fields') return []
    const example = exampleOf(read.body, read.components)
    const valueAt = (place: readonly string[]) => place.reduce<unknown>((value, name) => nodeOf(value)[name], example)
    const input = operation.fields.flatMap(({ key, name, within, at, isRest, isRequired, options, type }): [string, unknown][] => {
      if (at !== 'body') return isRequired ? [[key, type === 'string' ? (options[0] ?? '7') : 7]] : []
      const value = isRest ? undefined : valueAt([...within, name])
      return value === undefined ? [] : [[key, value]]
    })
    const made = operationAction(operation)
    const json = 'request' in made ? made.request(made.input.parse(Object.fromEntries(input))).json : undefined
    return isDeepStrictEqual(JSON.parse(JSON.stringify(json)), example) ? [] : [operation.id]
  })
  expect(differing).toEqual([])
})

test('a field may have the name of a part of every object', () => {
  const document = withParameter({ in: 'query', name: 'constructor', schema: { type: 'string' } })
  expect(sent(document, 'x', {}).address).toBe('/v2/x')
  expect(sent(document, 'x', { constructor_value: 'ferrari' }).address).toBe('/v2/x?constructor=ferrari')
})

test('a form of free fields is sent, and bytes go as they are', () => {
  const form = posts({ 'application/x-www-form-urlencoded': {} })
  expect(sent(form, 'x', { body: { a: 'b c', list: ['1', '2'] } })).toMatchObject({
    type: 'application/x-www-form-urlencoded',
    body: 'a=b+c&list=1&list=2',
  })
  const picture = posts({ 'image/png': {}, 'image/webp': {} })
  const bytes = { content: Buffer.from([0, 255]).toString('base64') }
  expect(sent(picture, 'x', { body: bytes })).toMatchObject({ type: 'image/png', body: Buffer.from([0, 255]) })
  expect(sent(picture, 'x', { body: { ...bytes, contentType: 'image/webp' } }).type).toBe('image/webp')
  expect(sent(posts({ 'image/*': {} }), 'x', { body: bytes }).type).toBe('application/octet-stream')
})

test('a form in parts without named fields is left out and listed, as are other methods and other hosts', () => {
  const upload = posts({ 'multipart/form-data': { schema: { type: 'object' } } })
  expect(compileOperations(upload)).toMatchObject({ operations: [], leftOut: [{ name: 'POST /x', reason: 'body' }] })
  const document = {
    servers: [{ url: 'http://api.example/v2' }],
    paths: {
      '/q': { query: {}, additionalOperations: { LINK: {} } },
      '/far': { servers: [{ url: 'http://other.example' }], get: {} },
      '/near': { get: { operationId: 'near', servers: [{ url: '/v3' }] } },
    },
  }
  expect(compileOperations(document).leftOut).toEqual([
    { name: 'QUERY /q', reason: 'method' },
    { name: 'LINK /q', reason: 'method' },
    { name: 'GET /far', reason: 'server' },
  ])
  expect(sent(document, 'near', {}).address).toBe('/v3/near')
})

test('lists of Swagger 2.0 that OpenAPI 3 cannot write are listed', () => {
  const listed = (more: object) => ({ type: 'array', items: { type: 'string' }, ...more })
  const parameters = [
    listed({ name: 'tabs', in: 'query', collectionFormat: 'tsv' }),
    listed({ name: 'bars', in: 'query', collectionFormat: 'pipes' }),
  ]
  const get = { operationId: 'x', parameters }
  const text = JSON.stringify({ swagger: '2.0', info: {}, paths: { '/x': { get } } })
  const read = readApiDocument({ text, url: undefined })
  expect(read).toMatchObject({
    operations: [{ fields: [{ name: 'bars', style: 'pipeDelimited' }] }],
    leftOut: [{ name: 'GET /x', reason: 'parts' }],
  })
})

test('an input that the operation does not know is an error', () => {
  expect(() => sent(withParameter({ in: 'query', schema: list }), 'x', { colour: ['a'] })).toThrow('colour')
})

test('long numbers keep their digits in a path, a query and a body', () => {
  const integer = { schema: { type: 'integer', format: 'int64' } }
  const document = {
    openapi: '3.1.0',
    paths: {
      '/x/{id}': {
        post: {
          operationId: 'x',
          parameters: [
            { name: 'id', in: 'path', required: true, ...integer },
            { name: 'after', in: 'query', ...integer },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { owner: { type: 'integer' }, rate: { type: 'number' }, name: { type: 'string' }, more: { type: 'object' } },
                },
              },
            },
          },
        },
      },
    },
  }
  const [id, rate] = ['9007199254740993', '0.12345678901234567891']
  const given = `{"id":${id},"after":"${id}","owner":${id},"rate":"${rate}","name":${id},"more":{"ids":[${id}]}}`
  const { address, body } = sent(document, 'x', parseJson(given) as object)
  expect([address, body]).toEqual([`/v2/x/${id}?after=${id}`, `{"owner":${id},"rate":${rate},"name":"${id}","more":{"ids":[${id}]}}`])
  expect(() => sent(document, 'x', parseJson(`{"id":${rate}}`) as object)).toThrow('whole number')
})

test('the odd document of a public report is called as it says, also with a file', async () => {
  const odd = JSON.parse(readFileSync(resolve(import.meta.dirname, 'testing/odd-openapi.json'), 'utf8')) as Node
  const { address } = sent(odd, 'search', { csv: ['a', 'b'] })
  expect(address).toContain('csv=a,b')
  const { type, body } = sent(odd, 'upload', {
    title: 'Größe',
    file: { filename: 'a.bin', content: Buffer.from([0, 255]).toString('base64') },
  })
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type ?? '' } }).formData()
  const file = form.get('file') as File
  expect([form.get('title'), file.name, file.type, [...new Uint8Array(await file.arrayBuffer())]]).toEqual([
    'Größe',
    'a.bin',
    'application/octet-stream',
    [0, 255],
  ])
  expect(() => sent(odd, 'upload', { file: { filename: 'a.bin', content: 'no base64!' } })).toThrow('file')
})

const candidates = { text: 'text', whole: 1, broken: 1.5, flag: true, none: null, object: {}, list: [] }

// Every way in which generators write "optional or null": FastAPI and Pydantic, zod, Swashbuckle (3.0), Spring, go-swagger.
test.each([
  ['anyOf with null', { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'Count' }, ['whole', 'none']],
  ['a list of types', { type: ['boolean', 'null'] }, ['flag', 'none']],
  ['nullable of 3.0', { type: 'number', format: 'double', nullable: true }, ['whole', 'broken', 'none']],
  ['allOf of a reference and nullable', { nullable: true, allOf: [{ $ref: '#/components/schemas/Point' }] }, ['none', 'object']],
  ['anyOf of a list and null', { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] }, ['none', 'list']],
  ['anyOf of a reference and null', { anyOf: [{ $ref: '#/components/schemas/Point' }, { type: 'null' }] }, ['none', 'object']],
  ['oneOf of text and number', { oneOf: [{ type: 'string' }, { type: 'number' }] }, ['text', 'whole', 'broken']],
  ['values of a number', { enum: [1, 2] }, ['whole']],
  ['nothing at all', {}, ['text', 'whole', 'broken', 'flag', 'none', 'object', 'list']],
])('%s takes what it describes', (_name, schema, taken) => {
  const document = {
    paths: {
      '/x': {
        post: {
          operationId: 'x',
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { a: schema, z: { type: 'string' } } } } },
          },
        },
      },
    },
    components: { schemas: { Point: { type: 'object', additionalProperties: { type: 'number' } } } },
  }
  const [operation] = compileOperations(document).operations
  const field = operation && operationAction(operation).input.shape['a']
  expect(Object.entries(candidates).flatMap(([name, value]) => (field?.safeParse(value).success ? [name] : []))).toEqual(taken)
})

test('every field of our own document takes each kind of value that the document allows', () => {
  const document = JSON.parse(documentJson()) as Node
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'own')
  const { operations, leftOut } = compileOperations(document)
  const refused: string[] = []
  const seen = new Set<string>()
  for (const operation of operations) {
    const body = nodeOf(nodeOf(nodeOf(nodeOf(document['paths'])[operation.path])[operation.method.toLowerCase()])['requestBody'])
    const schema = nodeOf(nodeOf(nodeOf(body['content'])['application/json'])['schema'])
    const properties = nodeOf(schema['properties'])
    for (const field of operation.fields) {
      const described = properties[field.name]
      const text = JSON.stringify(described)
      if (field.at !== 'body' || field.within.length > 0 || !isNode(described) || seen.has(text)) continue
      seen.add(text)
      const check = ajv.compile(JSON.parse(text.replaceAll('"#/components', '"own#/components')) as object)
      const type = operationAction(operation).input.shape[field.key]
      for (const [name, value] of Object.entries(candidates))
        if (check(value) && !type?.safeParse(value).success) refused.push(`${operation.id} ${field.name}: ${name}`)
    }
  }
  const described = Object.values(nodeOf(document['paths'])).reduce<number>((sum, item) => sum + Object.keys(nodeOf(item)).length, 0)
  expect([operations.length, refused, leftOut]).toEqual([described, [], []])
})
