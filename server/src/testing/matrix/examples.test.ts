import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { contract } from '@imperium/contract/registry.ts'
import { exampleOf, readOperation } from '@imperium/contract/kit/openapi-document.ts'
import { describePublicPart } from '../../platform/operations/api-documents.ts'
import { createTestApp } from '../test-app.ts'
import type { TestApp, TestUser } from '../test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
})
afterAll(() => t.close())

const unknownId = '0199a000-0000-7000-8000-000000000000'

/** The body that the playground fills in for each public operation. */
const bodies = Object.entries(contract).flatMap(([tag, group]) => {
  const endpoints = Object.values(group as Record<string, Endpoint>).filter(({ v1, body }) => v1 && body)
  const document = describePublicPart(tag, endpoints)
  return endpoints.map((endpoint) => {
    const read = readOperation(document, endpoint.method, `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`)
    if (!read?.body) throw new Error(`${endpoint.id} has no body in its document`)
    const example = exampleOf(read.body, read.components)
    return { endpoint, example }
  })
})

// What the playground offers is taken by the operation: a refusal speaks of rows that do not exist, never of the form of the body.
test('every example has the form that its operation takes', async () => {
  expect(bodies.length).toBeGreaterThan(70)
  const refused: unknown[] = []
  for (const { endpoint, example } of bodies) {
    const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, unknownId)}`
    const { status, body } = await t.call(endpoint.method, path, { token: owner.token, body: example as object })
    const ofTheForm = endpoint.body?.safeParse(example).error?.issues ?? []
    if (ofTheForm.length > 0 || status === 400 || status >= 500) refused.push([endpoint.id, status, body.message, ofTheForm])
  }
  expect(refused).toEqual([])
})
