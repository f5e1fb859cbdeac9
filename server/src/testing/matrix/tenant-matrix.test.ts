import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { TestApp } from '../test-app.ts'
import { faultsOf } from './check-reply.ts'
import { placesOf } from './foreign-places.ts'
import { isOfOperator } from './of-operator.ts'
import { writeKey } from './key-callers.ts'
import { pagedSampleOf } from './samples.ts'
import { routes } from './routes.ts'
import type { Route } from './routes.ts'
import { changesNothing, send } from './send.ts'
import type { Reply } from './send.ts'
import { movesPeople, restorePeople } from './restore-people.ts'
import { hashTenant } from './tenant-rows.ts'
import { bearerOf, makeOrg, makeSample, openWorld, settingOf } from './world.ts'
import type { Org, Sample } from './sample.ts'

// Every operation as the owner of another organization with this one's ids, cursors, keys, headers and host, below `/api/v1` by a key:
// it responds as for a missing thing, shows nothing and changes nothing (SEC-20, R7, R8, R9).

let t: TestApp
let victim: Org
let stranger: Org
/** Requests of the victim's own members, by operation: their ids are real. */
const victimSamples = new Map<string, Sample>()
const victimCursors = new Map<string, string>()
const usedKey = `key-${newId()}`
let before: Record<string, string>

beforeAll(async () => {
  t = await openWorld()
  victim = await makeOrg(t)
  stranger = await makeOrg(t)
  const setting = settingOf(t, victim)
  for (const route of routes) {
    if (!victimSamples.has(route.id)) victimSamples.set(route.id, await makeSample(setting, route.id))
    if (route.endpoint.paged) victimCursors.set(route.name, await firstCursor(route))
    if (route.endpoint.idempotent) {
      const headers = { ...(await bearerOf(t, victim.people.OWNER)), 'idempotency-key': usedKey + route.prefix }
      const reply = await send(t, route, await makeSample(setting, route.id), headers)
      if (reply.status >= 300) throw new Error(`${route.name} with a key: ${reply.status} ${reply.text}`)
    }
  }
  before = await hashTenant(t, victim)
}, 120_000)
afterAll(() => t.close())

async function firstCursor(route: Route): Promise<string> {
  const make = pagedSampleOf(route.id)
  const sample = await make(settingOf(t, victim))
  const reply = await send(t, route, { ...sample, query: { ...sample.query, limit: '1' } }, await bearerOf(t, victim.people.OWNER))
  const cursor = (reply.json['page'] as { nextCursor: string | null } | undefined)?.nextCursor
  if (!cursor) throw new Error(`${route.name} gave no cursor: ${reply.text}`)
  return cursor
}

const withOrganization = routes.filter((route) => route.endpoint.access !== 'public' && !isOfOperator(route.id))

test("the victim's rows are there to be seen and changed", () => {
  const filled = Object.entries(before).filter(([, hash]) => !hash.startsWith('0 rows'))
  expect(filled.length).toBeGreaterThanOrEqual(8)
})

/** Operations tried between two hashes of the victim's rows; one hash costs as much as five operations. */
const lot = 15
const lots = Array.from({ length: Math.ceil(withOrganization.length / lot) }, (_none, index) =>
  withOrganization.slice(index * lot, (index + 1) * lot),
)

describe.each(lots.map((routesOfLot) => [`${routesOfLot[0]?.name} and what follows`, routesOfLot] as const))(
  'a stranger finds nothing and changes nothing: %s',
  (_name, routesOfLot) => {
    test.each(routesOfLot.map((route) => [route.name, route] as const))('%s', async (_route, route) => {
      // The second address of an operation is that of programs: tried with a key, as the first is with a session.
      const isOfPages = route.prefix === '/api'
      const faults = [
        ...(await tryForeignIds(route, isOfPages ? {} : await writeKey(t, stranger, stranger.people.OWNER))),
        ...(isOfPages ? await tryHints(route) : []),
        ...(await tryCursor(route)),
        ...(await tryIdempotencyKey(route)),
      ]
      expect(faults).toEqual([])
    })
    test("changes none of the victim's rows", async () => {
      expect(await hashTenant(t, victim)).toEqual(before)
    })
  },
)

/** The attacker's own sample for the current route, while it is still unused. */
let unused: { route: Route; own: Sample } | null = null

/** Sends as the attacker, with its own sample that `change` redirects to the victim. */
async function ask(route: Route, change: (own: Sample) => Sample, headers: Record<string, string> = {}, url?: string): Promise<Reply> {
  const own = unused?.route === route ? unused.own : await makeSample(settingOf(t, stranger), route.id)
  const reply = await send(t, route, change(own), { ...(await bearerOf(t, stranger.people.OWNER)), ...headers }, url ? { url } : {})
  if (movesPeople.has(route.id)) await restorePeople(t, stranger)
  unused = changesNothing(route, reply) ? { route, own } : null
  return reply
}

/** The two responses must be equal except for ids that the caller sent. Content of a success is the caller's own and may differ. */
function compare(route: Route, name: string, foreign: Reply, unknown: Reply, sent: readonly string[] = []): string[] {
  const faults = [...faultsOf(route.endpoint, foreign), ...shows(foreign)].map((fault) => `${name}: ${fault}`)
  const shape = (reply: Reply) => {
    const { requestId: _id, ...rest } = reply.json
    const text = reply.status < 300 ? '' : JSON.stringify(rest)
    return `${reply.status} ${sent.reduce((all, id) => all.replaceAll(id, '(id)'), text)}`
  }
  if (shape(foreign) !== shape(unknown)) faults.push(`${name}: "${shape(foreign)}" is not "${shape(unknown)}"`)
  return faults
}

const shows = (reply: Reply): string[] =>
  reply.text.toLowerCase().includes(victim.mark.toLowerCase()) ? [`shows the victim's data: ${reply.text.slice(0, 200)}`] : []

/** With the stranger's session, or by a key of the stranger's organization. */
async function tryForeignIds(route: Route, key: Record<string, string> = {}): Promise<string[]> {
  const places = placesOf(victimSamples.get(route.id) ?? {})
  const all = { name: 'everything', of: places }
  const faults: string[] = []
  for (const { name, of } of [...places.map((place) => ({ name: place.name, of: [place] })), ...(places.length > 1 ? [all] : [])]) {
    const accept: Record<string, string>[] = [key, ...(route.endpoint.event ? [{ ...key, accept: 'text/event-stream' }] : [])]
    for (const headers of accept) {
      const foreign = await ask(route, (own) => of.reduce((sample, place) => place.put(sample, place.foreign), own), headers)
      const unknown = await ask(route, (own) => of.reduce((sample, place) => place.put(sample, place.unknown), own), headers)
      faults.push(
        ...compare(
          route,
          name,
          foreign,
          unknown,
          of.flatMap((place) => [place.foreign, place.unknown]),
        ),
      )
      if (foreign.status < 300) faults.push(`${name}: accepts a foreign id: ${foreign.text.slice(0, 200)}`)
    }
  }
  return faults
}

async function tryHints(route: Route): Promise<string[]> {
  const unknownId = newId()
  const unknownSlug = `nobody-${newId().slice(-12)}`
  const same = (own: Sample) => own
  const faults: string[] = []
  for (const [real, none] of [
    [victim.id, unknownId],
    [victim.slug, unknownSlug],
  ] as const) {
    const foreign = await ask(route, same, { 'x-tenant': real })
    faults.push(...compare(route, `x-tenant ${real}`, foreign, await ask(route, same, { 'x-tenant': none })))
    if (route.endpoint.access !== 'signed-in' && foreign.status !== 404)
      faults.push(`x-tenant ${real}: answers ${foreign.status} instead of 404`)
    const query = (tenant: string) => (own: Sample) => ({ ...own, query: { ...own.query, tenant } })
    faults.push(...compare(route, `?tenant=${real}`, await ask(route, query(real)), await ask(route, query(none))))
  }
  const host = (slug: string) => ({ host: `${slug}.imperium.example`, 'x-forwarded-host': `${slug}.imperium.example` })
  faults.push(...compare(route, 'host', await ask(route, same, host(victim.slug)), await ask(route, same, host(unknownSlug))))
  return faults
}

async function tryCursor(route: Route): Promise<string[]> {
  const cursor = victimCursors.get(route.name)
  if (!cursor) return []
  const query = (value: string) => (own: Sample) => ({ ...own, query: { ...own.query, limit: '1', cursor: value } })
  const foreign = await ask(route, query(cursor))
  const faults = compare(route, 'cursor', foreign, await ask(route, query('nobody.nothing')))
  return foreign.status === 422 ? faults : [...faults, `cursor: answers ${foreign.status} instead of 422`]
}

/** An idempotency key of the victim must count as new for other organizations. */
async function tryIdempotencyKey(route: Route): Promise<string[]> {
  if (!route.endpoint.idempotent) return []
  const reply = await ask(route, (own) => own, { 'idempotency-key': usedKey + route.prefix })
  return [...shows(reply), ...(reply.status < 300 ? [] : [`a key that only the victim used: ${reply.status} ${reply.text}`])]
}
