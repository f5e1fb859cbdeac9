import { expect, test } from 'vitest'
import { checkValue } from './check-value.ts'
import { exampleOf, readOperation } from '@imperium/contract/kit/openapi-document.ts'
import type { Schema } from '@imperium/contract/kit/openapi-document.ts'

const components: Record<string, Schema> = { Kind: { type: 'string', enum: ['SALES', 'SUPPORT'] } }
const body: Schema = {
  type: 'object',
  required: ['title', 'kind'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', maxLength: 10 },
    kind: { $ref: '#/components/schemas/Kind' },
    name: { type: 'string' },
    size: { anyOf: [{ type: 'integer', minimum: 2 }, { type: 'null' }] },
    at: { type: 'string', format: 'date-time' },
  },
}

test('an example has the required fields, and name and type where they exist', () => {
  expect(exampleOf(body, components)).toEqual({ title: 'string', kind: 'SALES', name: 'string' })
  expect(exampleOf(body, components, { full: true })).toMatchObject({ size: 2, at: '2030-01-01T09:00:00.000Z' })
})

test('names what breaks the schema, with its place', () => {
  expect(checkValue({ title: 'Fits', kind: 'SALES', size: null }, body, components)).toEqual([])
  const errors = checkValue({ title: 'Much too long', kind: 'OTHER', size: 'x', more: 1 }, body, components)
  expect(errors.map(({ path }) => path.join('.'))).toEqual(['title', 'kind', 'size', 'more'])
  expect(checkValue({}, body, components).map(({ message }) => message)).toEqual([
    'The field title is missing',
    'The field kind is missing',
  ])
})

test('reads an operation with its parameters, body and statuses', () => {
  const document = {
    paths: {
      '/api/v1/things': {
        post: {
          description: 'Makes one.',
          parameters: [{ $ref: '#/components/parameters/Tenant' }, { name: 'dry', in: 'query', schema: { type: 'boolean' } }],
          requestBody: { content: { 'application/json': { schema: body } } },
          responses: { 201: { description: 'Done.', content: {} }, 409: { $ref: '#/components/responses/Problem409' } },
        },
      },
    },
    components: { schemas: components, responses: { Problem409: { description: 'Conflict.' } } },
  }
  const read = readOperation(document, 'POST', '/api/v1/things')
  expect(read?.parameters).toEqual([{ name: 'dry', in: 'query', required: false, schema: { type: 'boolean' } }])
  expect(read?.responses.map(({ status, description }) => [status, description])).toEqual([
    ['201', 'Done.'],
    ['409', 'Conflict.'],
  ])
  expect(readOperation(document, 'GET', '/api/v1/things')).toBeNull()
})

// Documents of other systems narrow a text by parts, and join objects of them.
test('the type of a value is read before its parts', () => {
  const narrowed: Schema = { type: 'string', maxLength: 3, allOf: [{ pattern: '^a' }, { pattern: 'b$' }] }
  expect(exampleOf(narrowed, {})).toBe('string')
  expect(checkValue(5, narrowed, {})).toHaveLength(1)
  const joined: Schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer' } },
    allOf: [{ required: ['b'], properties: { b: {} } }],
  }
  expect(exampleOf(joined, {})).toEqual({ a: 0, b: null })
  expect(checkValue({ a: 'x', b: 1 }, joined, {}).map(({ path }) => path)).toEqual([['a']])
})
