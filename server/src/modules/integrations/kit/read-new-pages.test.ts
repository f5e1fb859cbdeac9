import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlapMs, readNewPages } from './read-new-pages.ts'
import type { TimedPages } from './read-new-pages.ts'
import type { ApiRequest } from './request.ts'
import { ServiceError } from './service-error.ts'

interface Item {
  id: number
  at: number
}
interface Options {
  pageSize: number
  isSorted: boolean
  /** Pages do not outlive a turn: only a service that lists by time can be read then, and no more at one instant than a turn reads. */
  forgets: boolean
  /** How far its clock is behind ours. */
  behindMs: number
}

const minute = 60_000
const begin = Date.parse('2026-11-24T10:00:00Z')

/** A service that lists by time with pages, as most do; `ask` is one turn of the poller. */
function createService({ pageSize, isSorted, forgets, behindMs }: Options) {
  const all: Item[] = []
  let [now, sent, failAt, cursor] = [begin, 0, -1, null as string | null]
  const tokens = new Map<number, { rest: Item[]; made: number }>()
  const list = (since: number) =>
    all.filter(({ at }) => at >= since).toSorted((a, b) => (isSorted ? a.at - b.at : ((a.id * 7) % 5) - ((b.id * 7) % 5)))
  const send = (request: ApiRequest) => {
    sent += 1
    if (sent === failAt) return Promise.reject(new ServiceError('busy', { status: 503 }))
    const { since, token } = request.json as { since: number; token?: number }
    const kept = token === undefined ? { rest: list(since), made: sent } : tokens.get(token)
    if (!kept) return Promise.reject(new ServiceError('gone', { status: 422 }))
    const [items, rest] = [kept.rest.slice(0, pageSize), kept.rest.slice(pageSize)]
    if (rest.length > 0) tokens.set(sent, { rest, made: sent })
    const headers = new Headers({ date: new Date(now - behindMs).toUTCString() })
    return Promise.resolve({ status: 200, headers, body: { items, next: rest.length > 0 ? sent : undefined } })
  }
  const pages: TimedPages<object> = {
    request: (_input, since) => ({ path: '', json: { since: since ?? 0 } }),
    items: (body) => (body as { items: Item[] }).items,
    next: (body, request) => {
      const { next } = body as { next?: number }
      return next === undefined ? null : { ...request, json: { ...(request.json as object), token: next } }
    },
    time: (item) => new Date((item as Item).at).toISOString(),
    isSorted,
  }
  return {
    all,
    add: (count: number, at = 0) => {
      for (let index = 0; index < count; index++) all.push({ id: all.length + 1, at: (forgets ? now++ : now) - behindMs - at })
    },
    pass: (ms: number) => {
      now += ms
    },
    failAfter: (requests: number) => {
      failAt = sent + requests
    },
    /** `isCut`: the process ends before it keeps what it read. */
    ask: async (isCut = false) => {
      if (forgets) tokens.clear()
      const context = { send, now: new Date(now), signal: new AbortController().signal }
      const read = await readNewPages(pages, { input: {}, cursor, id: (item) => (item as Item).id, context })
      if (!isCut) cursor = read.cursor
      return { ids: read.items.map((item) => (item as Item).id), isMore: read.isMore }
    },
  }
}

const untilEnd = async (service: ReturnType<typeof createService>) => {
  const ids: number[] = []
  for (let turn = 0; turn < 500; turn++) {
    try {
      const read = await service.ask()
      ids.push(...read.ids)
      if (!read.isMore) return ids
    } catch (error) {
      expect(error).toMatchObject({ status: 503 })
    }
  }
  throw new Error('it does not come to an end')
}

const step = fc.oneof(
  fc.record({ add: fc.integer({ min: 1, max: 60 }), lateMs: fc.constantFrom(0, 0, 0, minute, 4 * minute) }),
  fc.record({ burst: fc.integer({ min: 500, max: 1_500 }) }),
  fc.record({ passMs: fc.constantFrom(0, 1, minute, 5 * minute, 90 * minute, 30 * 86_400_000) }),
  fc.record({ failAfter: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ ask: fc.boolean() }),
)

test('every item is found once, whatever comes together, fails, or is cut off', async () => {
  const options = fc.record({
    pageSize: fc.constantFrom(7, 50, 100),
    isSorted: fc.boolean(),
    forgets: fc.boolean(),
    behindMs: fc.constantFrom(0, -2 * minute, 8 * minute, 24 * 3_600_000),
  })
  await fc.assert(
    fc.asyncProperty(options, fc.array(step, { maxLength: 14 }), async (given, steps) => {
      const service = createService({ ...given, isSorted: given.isSorted || given.forgets })
      service.add(3)
      await untilEnd(service)
      const old = service.all.length
      // The first reading counts by our clock: what it could not see may come with the second.
      const first = new Set(await untilEnd(service))
      const found: number[] = []
      for (const each of steps) {
        if ('add' in each) service.add(each.add, each.lateMs)
        else if ('burst' in each) service.add(each.burst)
        else if ('passMs' in each) {
          found.push(...(await untilEnd(service)))
          service.pass(each.passMs)
        } else if ('failAfter' in each) service.failAfter(each.failAfter)
        else
          found.push(
            ...(await service.ask(each.ask).then(
              ({ ids }) => (each.ask ? [] : ids),
              () => [],
            )),
          )
        service.pass(1)
      }
      service.failAfter(0)
      // Twice: a reading that had begun shows what was there then.
      found.push(...(await untilEnd(service)), ...(await untilEnd(service)))
      const expected = service.all.slice(old).map(({ id }) => id)
      expect([...first].every((id) => id <= old)).toBe(true)
      expect(found.filter((id) => id > old).toSorted((a, b) => a - b)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('reads a long list to its end, and what stands still only for a time', async () => {
  const service = createService({ pageSize: 100, isSorted: true, forgets: false, behindMs: 0 })
  await untilEnd(service)
  // More at one instant than one turn reads.
  service.add(2_345)
  expect(new Set(await untilEnd(service)).size).toBe(2_345)
  expect(await untilEnd(service)).toEqual([])
  service.pass(overlapMs + minute)
  await untilEnd(service)
  service.pass(minute)
  service.failAfter(2)
  // One page is enough then: the second request would fail.
  expect(await service.ask()).toEqual({ ids: [], isMore: false })
})

test('lists all again where the service keeps no changes from so long ago, and tells which items can be new', async () => {
  const sinces: (number | null)[] = []
  const pages: TimedPages<object> = {
    request: (_input, since) => {
      sinces.push(since)
      return { path: '', json: since }
    },
    items: (body) => body as unknown[],
    next: () => null,
    time: () => '2026-01-01T00:00:00Z',
    tooOld: 410,
  }
  const send = (request: ApiRequest) =>
    request.json === null
      ? Promise.resolve({ status: 200, headers: new Headers(), body: [{ id: 'new' }] })
      : Promise.reject(new ServiceError('gone', { status: 410 }))
  const reading = {
    input: {},
    cursor: '2026-01-01T00:00:00Z',
    id: () => 'new',
    isWanted: (_item: unknown, before: number) => before === Date.parse('2026-01-01T00:00:00Z'),
    context: { send, now: new Date(begin), signal: new AbortController().signal },
  }
  const read = await readNewPages(pages, reading)
  expect([read.items, read.isMore]).toEqual([[{ id: 'new' }], false])
  expect(sinces).toEqual([Date.parse('2026-01-01T00:00:00Z'), null])
  expect(JSON.parse(read.cursor)).toMatchObject({ since: begin - overlapMs })
})

test('a turn that runs out of time keeps what it read, and goes on with the next page', async () => {
  const controller = new AbortController()
  const pages: TimedPages<object> = {
    request: () => ({ path: '1' }),
    items: (body) => [{ id: body }],
    next: (_body, request) => (request.path === '3' ? null : { path: String(Number(request.path) + 1) }),
    time: () => new Date(begin).toISOString(),
  }
  const send = ({ path }: ApiRequest) => {
    if (path === '3') controller.abort(new Error('out of time'))
    controller.signal.throwIfAborted()
    return Promise.resolve({ status: 200, headers: new Headers(), body: path })
  }
  const id = (item: unknown) => (item as { id: string }).id
  const context = { send, now: new Date(begin), signal: controller.signal }
  const cut = await readNewPages(pages, { input: {}, cursor: null, id, context })
  expect([cut.items.map(id), cut.isMore]).toEqual([['1', '2'], true])
  const whole = { ...context, send: async (request: ApiRequest) => ({ status: 200, headers: new Headers(), body: request.path }) }
  const rest = await readNewPages(pages, { input: {}, cursor: cut.cursor, id, context: { ...whole, signal: new AbortController().signal } })
  expect([rest.items.map(id), rest.isMore]).toEqual([['3'], false])
})

test('a later page that is refused is a failure: what was read counts, and how long to wait', async () => {
  const pages: TimedPages<object> = {
    request: () => ({ path: '1' }),
    items: (body) => [{ id: body }],
    next: () => ({ path: '2' }),
    time: () => new Date(begin).toISOString(),
  }
  let refusal = new ServiceError('no such page', { status: 422 })
  let sent = 0
  const send = ({ path }: ApiRequest) => {
    sent += 1
    return path === '2' ? Promise.reject(refusal) : Promise.resolve({ status: 200, headers: new Headers(), body: path })
  }
  const id = (item: unknown) => (item as { id: string }).id
  const context = { send, now: new Date(begin), signal: new AbortController().signal }
  const ask = (cursor: string | null) => readNewPages(pages, { input: {}, cursor, id, context })
  const first = await ask(null)
  expect([first.items.map(id), first.failure]).toEqual([['1'], refusal])
  const second = await ask(first.cursor)
  expect([second.items, second.failure, sent]).toEqual([[], refusal, 4])
  refusal = new ServiceError('busy', { status: 429, retryAfterMs: 60_000 })
  const third = await ask(second.cursor)
  expect(third.failure).toBe(refusal)
  await expect(ask(third.cursor)).rejects.toBe(refusal)
})
