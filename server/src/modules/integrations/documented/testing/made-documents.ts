/** Documents as the tools themselves wrote them (their answers left out), each with what its server must receive. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FrameworkDocument } from './framework-document.ts'

const made = (name: string) => (origin: string) =>
  JSON.parse(
    readFileSync(resolve(import.meta.dirname, 'made', `${name}.json`), 'utf8').replaceAll('http://origin.example', origin),
  ) as object
const json = (line: string, body: string) => ({ line, type: 'application/json', body })
const file = (text: string, contentType: string) => ({
  filename: 'a.txt',
  contentType,
  content: Buffer.from(text).toString('base64'),
})

const id = '0199a000-0000-7000-8000-000000000000'

/** FastAPI 0.142.2 with Pydantic 2.13.5. Its own server took each of these calls except the query: there it reads otherwise than it documents. */
const fastApiMade: FrameworkDocument = {
  document: made('fastapi'),
  calls: [
    {
      action: 'update_item_items_item_id_put',
      input: {
        item_id: id,
        q: [1, 2],
        since: '2026-01-01T00:00:00+02:00',
        x_token: 'tok',
        name: 'N',
        price: 1.5,
        kind: 'dog',
        level: 2,
        owner_name: 'O',
        owner_address: { city: 'C', geo: [1, 2] },
        second: null,
        tags: ['x'],
        animal: { pet: 'cat' },
        anything: null,
        x_alias: 'al',
        flag: true,
      },
      ...json(
        `PUT /items/${id}?q=1&q=2&since=2026-01-01T00%3A00%3A00%2B02%3A00`,
        '{"name":"N","price":1.5,"kind":"dog","level":2,"owner":{"name":"O","address":{"city":"C","geo":[1,2]}},"second":null,"tags":["x"],"animal":{"pet":"cat"},"anything":null,"x-alias":"al","flag":true}',
      ),
    },
    { action: 'list_items_items_get', input: { f: { limit: 3, kind: 'cat' }, level: 2 }, line: 'GET /items/?limit=3&kind=cat&level=2' },
    {
      action: 'two_two_post',
      input: { item_name: 'N', item_price: '9.99', item_owner_name: 'O', owner_name: 'P', importance: 3, note: null },
      ...json('POST /two', '{"item":{"name":"N","price":"9.99","owner":{"name":"O"}},"owner":{"name":"P"},"importance":3,"note":null}'),
    },
    { action: 'ids_ids_post', input: { body: [1, 2] }, ...json('POST /ids', '[1,2]') },
    { action: 'one_one_post', input: { body: null }, ...json('POST /one', 'null') },
    { action: 'mapped_map_post', input: { body: { 1: 0.5 } }, ...json('POST /map', '{"1":0.5}') },
    { action: 'pet_pet_post', input: { body: { pet: 'dog', tricks: ['sit'] } }, ...json('POST /pet', '{"pet":"dog","tricks":["sit"]}') },
    {
      action: 'login_login_post',
      input: { username: 'u', password: 'p&=', scopes: ['a', 'b'], age: 3 },
      line: 'POST /login',
      type: 'application/x-www-form-urlencoded',
      body: 'username=u&password=p%26%3D&scopes=a&scopes=b&age=3',
    },
    {
      action: 'upload_upload_post',
      input: { file: file('one', 'text/plain'), others: [file('two', 'text/csv')], note: 'n', tags: ['a', 'b'] },
      line: 'POST /upload',
      parts: [
        'form-data; name="file"; filename="a.txt"|text/plain|one',
        'form-data; name="others"; filename="a.txt"|text/csv|two',
        'form-data; name="note"||n',
        'form-data; name="tags"||a',
        'form-data; name="tags"||b',
      ],
    },
    { action: 'text_text_patch', input: { body: 'a b' }, line: 'PATCH /text', type: 'text/plain', body: 'a b' },
    { action: 'file_files_path_get', input: { path: 'a/b' }, line: 'GET /files/a%2Fb' },
  ],
  // A cookie is not sent.
  leftOut: [
    { name: 'GET /items/', reason: 'parts' },
    { name: 'HEAD /head', reason: 'method' },
  ],
}

/** @fastify/swagger 9.9.3 of fastify 5.12.8. */
const fastifyMade: FrameworkDocument = {
  document: made('fastify'),
  calls: [
    {
      action: 'post_things_id',
      input: { id: 7, q: 'a', tags: ['x', 'y'], x_trace: 't', name: 'N', size: null, inner_a: false },
      ...json('POST /things/7?q=a&tags=x&tags=y', '{"name":"N","size":null,"inner":{"a":false}}'),
    },
    {
      action: 'put_form',
      input: { a: '1', b: ['2', '3'] },
      line: 'PUT /form',
      type: 'application/x-www-form-urlencoded',
      body: 'a=1&b=2&b=3',
    },
    { action: 'get_files', input: { _: 'a' }, line: 'GET /files/a' },
  ],
}

/** @hono/zod-openapi 1.6.3 with zod 4.6.7. */
const honoMade: FrameworkDocument = {
  document: made('hono'),
  calls: [
    {
      action: 'post_pets_id',
      input: { id: '1', tags: ['a'], f: { a: 'x' }, name: 'N', age: null, un: 5, lit: 5, tup: ['a', 1] },
      ...json('POST /pets/1?tags=a&a=x', '{"name":"N","age":null,"un":5,"lit":5,"tup":["a",1]}'),
    },
    {
      action: 'put_up',
      input: { file: file('one', 'text/plain'), note: 'n' },
      line: 'PUT /up',
      parts: ['form-data; name="file"; filename="a.txt"|text/plain|one', 'form-data; name="note"||n'],
    },
    {
      action: 'put_raw',
      input: { body: { content: Buffer.from('%PDF').toString('base64') } },
      line: 'PUT /raw',
      type: 'application/pdf',
      body: '%PDF',
    },
  ],
  leftOut: [{ name: 'POST /pets/{id}', reason: 'parts' }],
}

export const madeDocuments: Readonly<Record<string, FrameworkDocument>> = { fastApiMade, fastifyMade, honoMade }
