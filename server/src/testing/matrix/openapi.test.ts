import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { describeErrors, documentJson } from '../../platform/operations/api-documents.ts'
import { describeApi } from '../../platform/operations/openapi.ts'
import type { OpenapiDocument } from '../../platform/operations/openapi.ts'
import { refusalsOf, successesOf } from '../../platform/operations/statuses.ts'
import type { TestApp } from '../test-app.ts'
import { routes } from './routes.ts'
import { openWorld } from './world.ts'

let t: TestApp
beforeAll(async () => {
  t = await openWorld()
})
afterAll(() => t.close())

const document = JSON.parse(documentJson()) as OpenapiDocument
const pathOf = (route: (typeof routes)[number]) => route.prefix + route.endpoint.path.replaceAll(/:(\w+)/g, '{$1}')

test.each(routes.map((route) => [route.name, route] as const))('documents every status that %s returns', (_name, route) => {
  const operation = document.paths[pathOf(route)]?.[route.endpoint.method.toLowerCase()]
  expect(operation?.operationId).toBe(route.prefix === '/api' ? route.id : `${route.id}.v1`)
  const statuses = [...successesOf(route.endpoint), ...refusalsOf(route.endpoint)].toSorted((a, b) => a - b)
  expect(Object.keys(operation?.responses ?? {})).toEqual([...statuses.map(String), ...(route.endpoint.raw ? ['default'] : [])])
})

test('documents nothing that is no operation', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  expect(documented.toSorted()).toEqual(routes.map((route) => `${route.endpoint.method.toLowerCase()} ${pathOf(route)}`).toSorted())
})

test('every reference leads somewhere', () => {
  const references = [...documentJson().matchAll(/"\$ref": "#\/components\/(\w+)\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(100)
  const components = document['components'] as Record<string, Record<string, unknown>>
  for (const [, kind = '', name = ''] of references) expect(components[kind]?.[name], `${kind}/${name}`).toBeDefined()
})

test('serves the document to every caller', async () => {
  const response = await t.app.inject('/api/openapi.json')
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(response.body).toBe(documentJson())
})

test('docs/api is up to date (node scripts/openapi.ts --write)', () => {
  const read = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../../docs/api', name), 'utf8')
  expect(read('openapi.json') === documentJson()).toBe(true)
  expect(read('errors.md')).toBe(describeErrors())
})

test('two schemas of one name are an error of ours, not a wrong document', () => {
  const [route] = routes
  const twice = {
    ...route!.endpoint,
    id: 'twice.twice',
    path: '/twice',
    reply: route!.endpoint.reply?.meta({ id: 'Problem' }),
  } as Endpoint
  expect(() => describeApi({ twice: { twice } }, '1')).toThrow(/Problem/)
})
