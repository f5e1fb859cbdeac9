import { expect, test } from 'vitest'
import { schemaOf } from '../form-of-input.ts'
import { compileOperations } from './compile-operations.ts'
import { operationAction } from './document-actions.ts'
import { posts, sent, withParameter } from './testing/sent.ts'

// As Stripe documents its parameters and forms, and its own libraries send them.
test('lists of deep objects are numbered', () => {
  const deep = { style: 'deepObject', explode: true }
  const tags = { type: 'array', items: { type: 'string' } }
  const { address } = sent(withParameter({ in: 'query', ...deep, schema: tags }), 'x', { color: ['a.b', 'c'] })
  expect(decodeURIComponent(address)).toBe('/v2/x?color[0]=a.b&color[1]=c')
  const schema = { type: 'object', properties: { items: { type: 'array', items: { type: 'object' } }, payment: { type: 'object' } } }
  const form = posts({ 'application/x-www-form-urlencoded': { schema, encoding: { items: deep, payment: deep } } })
  const items = [{ price: 'p1', quantity: 2, rates: ['r'] }, { price: 'p2' }]
  expect(decodeURIComponent(String(sent(form, 'x', { items, payment: { types: ['card', 'link'] } }).body))).toBe(
    'items[0][price]=p1&items[0][quantity]=2&items[0][rates][0]=r&items[1][price]=p2&payment[types][0]=card&payment[types][1]=link',
  )
})

test('an empty text is sent in a body where it may be, and is no value elsewhere', () => {
  const properties = {
    note: { type: ['string', 'null'] },
    state: { enum: ['open', 'closed'] },
    fee: { anyOf: [{ type: 'number' }, { enum: [''], type: 'string' }] },
    count: { type: 'integer' },
  }
  const query = { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] }
  const document = posts({ 'application/json': { schema: { type: 'object', properties } } }, query)
  const { body, address } = sent(document, 'x', { q: '', note: '', state: '', fee: '', count: '' })
  expect([address, body]).toEqual(['/v2/x', '{"note":"","fee":""}'])
})

// As Kubernetes and ASP.NET (Swashbuckle with Newtonsoft.Json) list the types of objects.
test('an object is not sent as a JSON patch where another type is named', () => {
  const types = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml']
  const listed = (schema: object) => posts(Object.fromEntries(types.map((type) => [type, { schema }])))
  expect(sent(listed({ type: 'object' }), 'x', { body: { a: 1 } })).toMatchObject({ type: 'application/merge-patch+json', body: '{"a":1}' })
  expect(sent(listed({ type: 'array' }), 'x', { body: [] }).type).toBe('application/json-patch+json')
})

test('values of lists and values other than texts are checked, and models are told what lists and objects hold', () => {
  const line = {
    type: 'object',
    required: ['id', 'sku'],
    properties: {
      id: { type: 'integer', readOnly: true },
      sku: { type: 'string' },
      parts: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
    },
  }
  const properties = {
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
    ids: { type: 'array', items: { type: 'integer' } },
    days: { type: 'array', items: { enum: ['mon', 'tue'] } },
    level: { enum: [1, 2, null] },
    version: { const: 3 },
    slip: { type: 'string', enum: [1, 2] },
    open: { type: 'array' },
  }
  const content = { 'application/json': { schema: { type: 'object', properties } } }
  const document = { ...posts(content), components: { schemas: { Line: line } } }
  const given = { lines: [{ sku: 'a' }], ids: ['1', 2], days: ['mon'], level: '2', version: 3, slip: '2', open: [1, 'x'] }
  expect(sent(document, 'x', given).body).toBe(
    '{"lines":[{"sku":"a"}],"ids":[1,2],"days":["mon"],"level":2,"version":3,"slip":"2","open":[1,"x"]}',
  )
  expect(sent(document, 'x', { ids: '["1"]', level: null }).body).toBe('{"ids":[1],"level":null}')
  for (const wrong of [{ lines: ['a'] }, { ids: ['a'] }, { days: ['sun'] }, { level: 3 }, { version: 4 }])
    expect(() => sent(document, 'x', wrong)).toThrow(Object.keys(wrong)[0])
  const [operation] = compileOperations(document).operations
  const schema = operation && schemaOf(operationAction(operation).input)
  expect(schema?.['properties']).toMatchObject({
    lines: {
      type: 'array',
      items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' }, parts: { type: 'array' } } },
    },
    days: { items: { enum: ['mon', 'tue'] } },
    level: { type: ['integer', 'null'], description: 'One of: 1, 2.' },
    version: { type: 'integer', description: 'One of: 3.' },
  })
  expect(JSON.stringify(schema)).not.toContain('"id"')
})
