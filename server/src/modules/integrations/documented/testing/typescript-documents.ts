import { jsonOf } from './framework-document.ts'
import type { FrameworkDocument } from './framework-document.ts'

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** @nestjs/swagger: 3.0, an enum by `allOf`, a nullable reference as `type`, `nullable` and `allOf`; a type of its own for a change. */
export const nest: FrameworkDocument = {
  document: (origin) => {
    const cat = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        age: { type: 'number', nullable: true },
        kind: { allOf: [schemaRef('CatKind')] },
        tags: { type: 'array', items: { type: 'string' } },
        size: { nullable: true, type: 'object', allOf: [schemaRef('Size')] },
      },
    }
    return {
      openapi: '3.0.0',
      info: { title: 'Nest', description: '', version: '1.0.0', contact: {} },
      servers: [{ url: origin }],
      paths: {
        '/api/cats': {
          get: {
            operationId: 'Cats_list',
            parameters: [
              { name: 'isTame', required: false, in: 'query', schema: { type: 'boolean' } },
              { name: 'tags', required: false, in: 'query', schema: { type: 'array', items: { type: 'string' } } },
            ],
          },
          post: { operationId: 'Cats_create', parameters: [], requestBody: jsonOf('CreateCat') },
        },
        '/api/cats/{id}': {
          patch: {
            operationId: 'Cats_change',
            parameters: [{ name: 'id', required: true, in: 'path', schema: { type: 'string' } }],
            requestBody: jsonOf('UpdateCat'),
          },
        },
      },
      components: {
        schemas: {
          CatKind: { type: 'string', enum: ['small', 'large'] },
          Size: { type: 'object', properties: { width: { type: 'number' } }, required: ['width'] },
          CreateCat: { ...cat, required: ['name', 'tags'] },
          UpdateCat: cat,
        },
      },
    }
  },
  calls: [
    { action: 'cats_list', input: { isTame: false, tags: ['a', 'b'] }, line: 'GET /api/cats?isTame=false&tags=a&tags=b' },
    {
      action: 'cats_create',
      input: { name: 'Tom', kind: 'small', tags: [], size: { width: 2.5 } },
      line: 'POST /api/cats',
      type: 'application/json',
      body: '{"name":"Tom","kind":"small","tags":[],"size":{"width":2.5}}',
    },
    {
      action: 'cats_change',
      input: { id: 'a/b', age: null, size: null },
      line: 'PATCH /api/cats/a%2Fb',
      type: 'application/json',
      body: '{"age":null,"size":null}',
    },
  ],
}

/** @hono/zod-openapi: 3.1, null among the types, also of an object with fields; a literal as an enum of one. */
export const hono: FrameworkDocument = {
  document: (origin) => ({
    openapi: '3.1.0',
    info: { title: 'hono', version: '1' },
    servers: [{ url: origin }],
    paths: {
      '/items/{id}': {
        post: {
          parameters: [
            { schema: { type: 'string' }, required: true, name: 'id', in: 'path' },
            { schema: { type: ['boolean', 'null'] }, required: false, name: 'deep', in: 'query' },
          ],
          requestBody: jsonOf('Item'),
        },
      },
    },
    components: {
      parameters: {},
      schemas: {
        Item: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            owner: { type: ['object', 'null'], properties: { id: { type: 'integer' } }, required: ['id'] },
            code: { anyOf: [{ type: 'string' }, { type: 'number' }] },
            literal: { type: 'string', enum: ['x'] },
            tags: { type: ['array', 'null'], items: { type: 'string' } },
            meta: { type: 'object', additionalProperties: { type: 'number' } },
          },
          required: ['name', 'owner'],
        },
      },
    },
    webhooks: {},
  }),
  calls: [
    {
      action: 'post_items_id',
      input: { id: '7', deep: true, name: 'Hat', owner: null, code: 12, literal: 'x', tags: null, meta: { a: 1 } },
      line: 'POST /items/7?deep=true',
      type: 'application/json',
      body: '{"name":"Hat","owner":null,"code":12,"literal":"x","tags":null,"meta":{"a":1}}',
    },
  ],
}
