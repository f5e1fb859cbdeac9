import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { can, isInPlaceOfSignIn, keyScopes } from '@imperium/contract/permissions.ts'
import { allEndpoints } from '@imperium/contract/registry.ts'
import { newId } from '../../platform/ids.ts'
import type { TestApp } from '../test-app.ts'
import { writeKey } from './key-callers.ts'
import { routes } from './routes.ts'
import { send } from './send.ts'
import { makeOrg, openSession, openWorld } from './world.ts'
import type { Org } from './sample.ts'

// Every operation of the registry that asks for a recent sign-in, so that a new one is covered when it exists.

let t: TestApp
let home: Org
beforeAll(async () => {
  t = await openWorld()
  home = await makeOrg(t)
})
afterAll(() => t.close())

const acts = routes.filter(({ endpoint }) => endpoint.recentSignIn)
/** Refused before the input is read, so any ids will do. */
const sample = { params: { id: newId(), slug: 'none', workflowId: newId() } }
const outcome = async (route: (typeof acts)[number], headers: Record<string, string>) => {
  const { status, json } = await send(t, route, sample, headers)
  return `${status} ${String(json['code'])}`
}

describe('an act that asks for a recent sign-in', () => {
  test.each(acts.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    const { token, id } = await openSession(t, home.people.OWNER)
    await t.owner.query("update auth.sessions set authenticated_at = now() - interval '11 minutes' where id = $1", [id])
    expect(await outcome(route, { authorization: `Bearer ${token}` })).toBe('403 REAUTHENTICATION_REQUIRED')
    if (route.prefix !== '/api/v1') return
    const others = keyScopes.filter((scope) => scope !== route.endpoint.access)
    expect(await outcome(route, await writeKey(t, home, home.people.OWNER, { scopes: others }))).toBe('403 FORBIDDEN')
    // What a session gave without asking, as the API playground does, stands in place of no sign-in even with the scope.
    const columns = { kind: 'playground', family_id: id, expires_at: new Date(Date.now() + 60_000) }
    expect(await outcome(route, await writeKey(t, home, home.people.OWNER, { columns }))).toBe('403 REAUTHENTICATION_REQUIRED')
  })
})

test('keys reach such an act by a scope of its own alone, and no role has the scope that has not the act', () => {
  const ofKeys = allEndpoints.filter((each: Endpoint) => each.v1 && each.recentSignIn)
  const needed = new Set(ofKeys.map(({ access }) => access as string))
  expect([...needed].toSorted()).toEqual(keyScopes.filter(isInPlaceOfSignIn).toSorted())
  expect(allEndpoints.filter((each: Endpoint) => each.v1 && needed.has(each.access) && !each.recentSignIn)).toEqual([])
  for (const scope of keyScopes.filter(isInPlaceOfSignIn)) expect([scope, can('MEMBER', scope)]).toEqual([scope, false])
})
