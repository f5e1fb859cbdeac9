import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { TestApp } from '../test-app.ts'
import { faultsOf } from './check-reply.ts'
import { bodyCases, jsonSchemaOf, paramCases, queryCases, transportCases } from './malformed-cases.ts'
import type { Case } from './malformed-cases.ts'
import { routes } from './routes.ts'
import type { Route } from './routes.ts'
import { changesNothing, send } from './send.ts'
import type { Reply } from './send.ts'
import { movesPeople, restorePeople } from './restore-people.ts'
import { bearerOf, makeOrg, makeSample, openWorld, settingOf } from './world.ts'
import { takesHead } from '../../platform/operations/mount.ts'
import type { Org } from './sample.ts'

// Every operation x every kind of bad input, schemas at its first address only: refused with the right status, never a 5xx, always the
// envelope (R3, R4, R5, R13, SEC-21, SEC-34).

let t: TestApp
let org: Org
beforeAll(async () => {
  t = await openWorld()
  org = await makeOrg(t)
})
afterAll(() => t.close())

const table = routes.map((route) => [route.name, route] as const)

test.each(table)('%s takes declared fields only', (_name, { endpoint }) => {
  // A page opened by a link ignores what others added to the link.
  const query = endpoint.page ? undefined : endpoint.query
  const schemas = [endpoint.params, query, endpoint.body].filter((schema) => schema !== undefined)
  expect(schemas.flatMap((schema) => openObjects(jsonSchemaOf(schema)))).toEqual([])
})

/** Objects with declared properties that accept undeclared ones. */
function openObjects(schema: ReturnType<typeof jsonSchemaOf>, path = ''): string[] {
  const own = schema.properties && schema.additionalProperties !== false ? [path || '(itself)'] : []
  return [...own, ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => openObjects(inner, `${path}.${key}`))]
}

describe('bad input is refused', () => {
  test.each(table)('%s', async (_name, route) => {
    const setting = settingOf(t, org)
    let sample = await makeSample(setting, route.id)
    // Below `/api/v1` it is the same endpoint mounted a second time: its schemas need no second proof, its address and transport do.
    const casesOf = () => [
      ...(route.prefix === '/api' ? bodyCases(route.endpoint, sample) : []),
      ...transportCases(route.endpoint, sample),
      ...(route.prefix === '/api' ? queryCases(route, sample) : []),
      ...paramCases(route, sample),
    ]
    const faults: string[] = []
    let bearer = await bearerOf(t, org.people.OWNER)
    let cases = casesOf()
    const renew = async () => {
      sample = await makeSample(setting, route.id)
      // After the sample: some samples end all other sessions.
      bearer = await bearerOf(t, org.people.OWNER)
      cases = casesOf()
    }
    const ask = (each: Case) => send(t, route, each.sample, { ...bearer, ...each.headers }, each.raw)
    // Some changed requests are valid after all and may use their sample up: a new one is made for those that need it.
    let left: 'unused' | 'perhaps' | 'nothing' = 'unused'
    for (let index = 0; index < cases.length; index++) {
      const make = () => (cases[index] as () => Case)()
      const makeAnew = async (): Promise<Case> => {
        await renew()
        left = 'unused'
        return make()
      }
      let each = make()
      if (left === 'nothing' && needsSample(each)) each = await makeAnew()
      let reply = await ask(each)
      if (left !== 'unused' && isRefused(each, reply)) {
        faults.push(...faultsOf(route.endpoint, reply))
        each = await makeAnew()
        reply = await ask(each)
      }
      faults.push(...judge(route, each, reply).map((fault) => `${each.name}: ${fault}`))
      if (changesNothing(route, reply)) continue
      if (movesPeople.has(route.id)) await restorePeople(t, org)
      bearer = await bearerOf(t, org.people.OWNER)
      left = left !== 'nothing' && keepsSample(route, reply) ? 'perhaps' : 'nothing'
    }
    expect(faults).toEqual([])
    expect('polluted' in {}).toBe(false)
  })
})

/** What transport or schema refuse never reaches what the sample is about. */
const needsSample = ({ expected }: Case): boolean => expected.length === 0 || expected.includes(404)

/** Perhaps for a sample that is used up: whether the case has to be asked again with a new one. A 5xx is a fault either way. */
const isRefused = ({ expected }: Case, { status }: Reply): boolean =>
  status >= 400 && status < 500 && (expected.length === 0 || !expected.includes(status))

/** Whether the next valid request can try the same sample first: what was created or changed can be so again. */
const keepsSample = ({ endpoint }: Route, { status }: Reply): boolean => status === 201 || ['PUT', 'PATCH'].includes(endpoint.method)

function judge(route: Route, { expected }: Case, reply: Reply): string[] {
  const faults = faultsOf(route.endpoint, reply)
  if (expected.length && !expected.includes(reply.status))
    faults.push(
      `answers ${reply.status} ${String(reply.json['code'] ?? '')} instead of ${expected.join(' or ')}: ${reply.text.slice(0, 200)}`,
    )
  return faults
}

const writes = routes.filter(({ prefix, endpoint }) => prefix === '/api' && isWrite(endpoint))

describe('returns the documented status for a repeated write', () => {
  test.each(writes.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    const setting = settingOf(t, org)
    const [first, second] = [await makeSample(setting, route.id), await makeSample(setting, route.id)]
    // The same request again; then another row under the same values.
    for (const sample of [first, first, { ...second, body: first.body }]) {
      const reply = await send(t, route, sample as typeof first, await bearerOf(t, org.people.OWNER))
      if (movesPeople.has(route.id)) await restorePeople(t, org)
      expect(faultsOf(route.endpoint, reply)).toEqual([])
    }
  })
})

describe('a wrong method is refused', () => {
  const patterns = new Map<string, Route[]>()
  for (const route of routes) {
    const url = route.prefix + route.endpoint.path
    patterns.set(url, [...(patterns.get(url) ?? []), route])
  }
  test.each([...patterns])('%s', async (_url, [route, ...others]) => {
    const { endpoint } = route!
    const allowed = [route!, ...others].flatMap(({ endpoint: each }) => [each.method, ...(takesHead(each) ? ['HEAD'] : [])])
    // A refused method never looks at what the address names.
    const sample = allowed.includes('HEAD') ? await makeSample(settingOf(t, org), route!.id) : {}
    const headers = await bearerOf(t, org.people.OWNER)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !allowed.includes(each))) {
      const reply = await send(t, route!, { ...sample, body: undefined as never }, headers, { method })
      expect([method, reply.status, reply.json['code'], reply.headers['allow']]).toEqual([
        method,
        405,
        'METHOD_NOT_ALLOWED',
        allowed.join(', '),
      ])
      expect(faultsOf(endpoint, reply)).toEqual([])
    }
    const ask = (method: string) => send(t, route!, { ...sample, body: undefined as never }, headers, { method })
    const head = await ask('HEAD')
    // As GET, without the body.
    expect([head.status, head.text]).toEqual([allowed.includes('HEAD') ? (await ask('GET')).status : 405, ''])
    for (const method of ['HEAD', 'OPTIONS', 'TRACE']) {
      const reply = await send(t, route!, { ...sample, body: undefined as never }, headers, { method })
      expect([method, reply.status < 500, reply.headers['access-control-allow-origin']]).toEqual([method, true, undefined])
    }
  })
})
