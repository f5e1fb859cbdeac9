/** Small documents in the style of frameworks that write them, each with what its server must receive. */
import { jsonOf } from './framework-document.ts'
import type { FrameworkDocument } from './framework-document.ts'
import { hono, nest } from './typescript-documents.ts'

const orNull = (type: object) => ({ anyOf: [type, { type: 'null' }] })

/** FastAPI with Pydantic: optional is `anyOf` with null; forms are URL-encoded, uploads multipart. */
const fastApi: FrameworkDocument = {
  document: (origin) => ({
    openapi: '3.1.0',
    info: { title: 'FastAPI', version: '0.1.0' },
    servers: [{ url: origin }],
    paths: {
      '/items/{item_id}': {
        put: {
          summary: 'Update Item',
          operationId: 'update_item_items__item_id__put',
          parameters: [
            { name: 'item_id', in: 'path', required: true, schema: { type: 'integer', title: 'Item Id' } },
            {
              name: 'tag',
              in: 'query',
              required: false,
              schema: { ...orNull({ type: 'array', items: { type: 'string' } }), title: 'Tag' },
            },
          ],
          requestBody: jsonOf('Item'),
        },
      },
      '/token': {
        post: {
          operationId: 'login_token_post',
          requestBody: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  required: ['username'],
                  properties: { username: { type: 'string' }, scope: { ...orNull({ type: 'string' }), default: '' } },
                },
              },
            },
          },
        },
      },
      '/files': {
        post: {
          operationId: 'upload_files_post',
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['file'],
                  properties: {
                    file: { type: 'string', contentMediaType: 'application/octet-stream' },
                    note: { ...orNull({ type: 'string' }) },
                    tags: { type: 'array', items: { type: 'string' } },
                    about: { type: 'object', additionalProperties: true },
                  },
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Item: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            price: { ...orNull({ type: 'number' }), title: 'Price' },
            tags: { ...orNull({ type: 'array', items: { type: 'string' } }) },
            inStock: { ...orNull({ type: 'boolean' }) },
          },
        },
      },
    },
  }),
  calls: [
    {
      action: 'update_item_items_item_id_put',
      input: { item_id: 7, tag: ['a', 'b c'], name: 'Hat', price: 9.5, tags: ['red'], inStock: null },
      line: 'PUT /items/7?tag=a&tag=b%20c',
      type: 'application/json',
      body: '{"name":"Hat","price":9.5,"tags":["red"],"inStock":null}',
    },
    {
      action: 'login_token_post',
      input: { username: 'ada & co', scope: 'read' },
      line: 'POST /token',
      type: 'application/x-www-form-urlencoded',
      body: 'username=ada+%26+co&scope=read',
    },
    {
      action: 'upload_files_post',
      input: {
        file: { filename: 'a "b".txt', contentType: 'text/plain', content: 'aGk=', size: 2 },
        note: 'x',
        tags: ['p', 'q'],
        about: { n: 1 },
      },
      line: 'POST /files',
      parts: [
        'form-data; name="file"; filename="a %22b%22.txt"|text/plain|hi',
        'form-data; name="note"||x',
        'form-data; name="tags"||p',
        'form-data; name="tags"||q',
        'form-data; name="about"|application/json|{"n":1}',
      ],
    },
  ],
}

/** Swashbuckle of ASP.NET: 3.0, `nullable`, no operation ids, several media types of JSON. */
const swashbuckle: FrameworkDocument = {
  document: (origin) => {
    const schema = { $ref: '#/components/schemas/WeatherForecast' }
    return {
      openapi: '3.0.1',
      info: { title: 'Swashbuckle', version: '1.0' },
      servers: [{ url: `${origin}/base` }],
      paths: {
        '/WeatherForecast': {
          get: {
            tags: ['WeatherForecast'],
            parameters: [
              { name: 'Days', in: 'query', schema: { type: 'integer', format: 'int32' } },
              { name: 'Places', in: 'query', schema: { type: 'array', items: { type: 'string' }, nullable: true } },
              { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
            ],
          },
          post: {
            requestBody: { content: { 'application/json': { schema }, 'text/json': { schema }, 'application/*+json': { schema } } },
          },
        },
      },
      components: {
        schemas: {
          WeatherForecast: {
            type: 'object',
            properties: {
              date: { type: 'string', format: 'date' },
              temperatureC: { type: 'integer', format: 'int32', nullable: true },
              summary: { type: 'string', nullable: true },
              kind: { allOf: [{ $ref: '#/components/schemas/Kind' }], nullable: true },
            },
            additionalProperties: false,
          },
          Kind: { enum: [0, 1], type: 'integer', format: 'int32' },
        },
      },
    }
  },
  calls: [
    {
      action: 'get_weather_forecast',
      input: { Days: 3, Places: ['Oslo', 'Rio'], X_Trace: 't1' },
      line: 'GET /base/WeatherForecast?Days=3&Places=Oslo&Places=Rio',
    },
    {
      action: 'post_weather_forecast',
      input: { date: '2026-11-29', temperatureC: -3, summary: null, kind: 1 },
      line: 'POST /base/WeatherForecast',
      type: 'application/json',
      body: '{"date":"2026-11-29","temperatureC":-3,"summary":null,"kind":1}',
    },
  ],
}

/** springdoc: a pageable as an exploded object, `*\/*` and lists joined by commas. */
const springdoc: FrameworkDocument = {
  document: (origin) => ({
    openapi: '3.0.1',
    info: { title: 'Spring', version: 'v0' },
    servers: [{ url: origin, description: 'Generated server url' }],
    paths: {
      '/owners': {
        get: {
          tags: ['owner-controller'],
          operationId: 'findOwners',
          parameters: [
            { name: 'pageable', in: 'query', required: true, schema: { $ref: '#/components/schemas/Pageable' } },
            { name: 'ids', in: 'query', explode: false, schema: { type: 'array', items: { type: 'integer', format: 'int64' } } },
          ],
        },
        post: {
          operationId: 'addOwner',
          requestBody: { required: true, content: { '*/*': { schema: { $ref: '#/components/schemas/Owner' } } } },
        },
      },
    },
    components: {
      schemas: {
        Pageable: {
          type: 'object',
          properties: {
            page: { minimum: 0, type: 'integer', format: 'int32' },
            size: { minimum: 1, type: 'integer', format: 'int32' },
            sort: { type: 'array', items: { type: 'string' } },
          },
        },
        Owner: {
          required: ['name'],
          type: 'object',
          properties: {
            name: { type: 'string' },
            address: { $ref: '#/components/schemas/Address' },
            attributes: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
        Address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
      },
    },
  }),
  calls: [
    {
      action: 'find_owners',
      input: { pageable: { page: 0, size: 20, sort: ['name,asc', 'id'] }, ids: [1, 2] },
      line: 'GET /owners?page=0&size=20&sort=name%2Casc&sort=id&ids=1,2',
    },
    {
      action: 'add_owner',
      input: { name: 'Ada', address_city: 'Bonn', attributes: { vip: 'yes' } },
      line: 'POST /owners',
      type: 'application/json',
      body: '{"name":"Ada","address":{"city":"Bonn"},"attributes":{"vip":"yes"}}',
    },
  ],
}

/** go-swagger: Swagger 2.0 with bodies and forms among the parameters, and lists by `collectionFormat`. */
const goSwagger: FrameworkDocument = {
  document: (origin) => ({
    swagger: '2.0',
    info: { title: 'go-swagger', version: '1.0.0' },
    host: new URL(origin).host,
    basePath: '/v1',
    schemes: ['http'],
    consumes: ['application/json'],
    paths: {
      '/pets': {
        parameters: [{ $ref: '#/parameters/Trace' }],
        get: {
          operationId: 'listPets',
          parameters: [
            { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
            { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' } },
            { name: 'status', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          ],
        },
        post: { operationId: 'addPet', parameters: [{ name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }] },
      },
      '/pets/{id}': {
        post: {
          operationId: 'renamePet',
          consumes: ['application/x-www-form-urlencoded'],
          parameters: [
            { name: 'id', in: 'path', required: true, type: 'integer', format: 'int64' },
            { name: 'name', in: 'formData', type: 'string' },
            { name: 'marks', in: 'formData', type: 'array', items: { type: 'string' } },
          ],
        },
      },
      '/pets/{id}/image': {
        post: {
          operationId: 'uploadImage',
          consumes: ['multipart/form-data'],
          parameters: [
            { name: 'id', in: 'path', required: true, type: 'integer' },
            { name: 'file', in: 'formData', type: 'file' },
          ],
        },
      },
    },
    parameters: { Trace: { name: 'X-Trace', in: 'header', type: 'string' } },
    definitions: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' }, weight: { type: 'number', 'x-nullable': true } },
      },
    },
  }),
  calls: [
    {
      action: 'list_pets',
      input: { tags: ['a', 'b'], ids: [1, 2], status: ['x', 'y'] },
      line: 'GET /v1/pets?tags=a%7Cb&ids=1,2&status=x&status=y',
    },
    {
      action: 'add_pet',
      input: { name: 'Rex', weight: null },
      line: 'POST /v1/pets',
      type: 'application/json',
      body: '{"name":"Rex","weight":null}',
    },
    {
      action: 'rename_pet',
      input: { id: 5, name: 'Max', marks: ['left ear', 'tail'] },
      line: 'POST /v1/pets/5',
      type: 'application/x-www-form-urlencoded',
      body: 'name=Max&marks=left%20ear,tail',
    },
    {
      action: 'upload_image',
      input: { id: 5, file: { filename: 'rex.png', content: 'aGk=' } },
      line: 'POST /v1/pets/5/image',
      parts: ['form-data; name="file"; filename="rex.png"|application/octet-stream|hi'],
    },
  ],
}

export const frameworkDocuments: Readonly<Record<string, FrameworkDocument>> = { fastApi, swashbuckle, springdoc, goSwagger, nest, hono }
