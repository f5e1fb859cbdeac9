import { createHash } from 'node:crypto'
import type { ApiRequest, ApiResponse, ConnectorContext } from './request.ts'
import { ServiceError } from './service-error.ts'

/** How a service lists what has a time. The kit does the rest: it reads every page, and each item once. */
export interface TimedPages<Input> {
  /** The first page of the items of this time (milliseconds) or later. Null: of all. */
  request: (input: Input, since: number | null, now: number) => ApiRequest
  items: (body: unknown) => readonly unknown[]
  /** The request of the next page; null after the last. */
  next: (body: unknown, request: ApiRequest, response: ApiResponse) => ApiRequest | null
  /** Time of an item, as `request` counts it; UTC where it names no zone. */
  time: (item: unknown, input: Input) => string
  /** False where the service cannot list the oldest first: then reading goes on by the page only. */
  isSorted?: boolean
  /** The status of a service that keeps no list from so long ago: all is listed again. */
  tooOld?: number
}

/** Kept from one reading to the next. */
interface Place {
  since: number | null
  /** Where the reading before this one, and this one, began: what was created earlier was known to it. */
  before: number
  from: number
  /** When this reading began, and its next page, or the time to go on from, where it is not at its end. */
  began: number | null
  page: ApiRequest | null
  goOn: number | null
  newest: number | null
  /** Items since `since`, by their times, each as a short hash of its id. */
  known: [time: number, ids: string[]][]
}

export interface NewItems {
  /** The newest first. */
  items: unknown[]
  cursor: string
  /** More is there now. */
  isMore: boolean
  /** What ended the reading before its end: what was read counts, and the next time goes on there. */
  failure?: ServiceError
}

/** Again and again: a service may show an item only some time after the time that it has. */
export const overlapMs = 10 * 60_000
const mostPages = 10
const mostFresh = 500
const mostKnown = 20_000

export interface Reading<Input> {
  input: Input
  cursor: string | null
  id: (item: unknown) => string | number | undefined
  /** An item that is not may be later, so it stays unknown. `before`: the time from which there may be new ones. */
  isWanted?: (item: unknown, before: number) => boolean
  context: Pick<ConnectorContext, 'send' | 'now' | 'signal'>
}

/**
 * Reads the pages from the last time on. Each item is found once: what is read again is known by its id. A reading that is too long goes
 * on at its page, or at its time, with the next cursor. @throws ServiceError where not even one page could be read
 */
export async function readNewPages<Input>(pages: TimedPages<Input>, reading: Reading<Input>): Promise<NewItems> {
  const { input, context } = reading
  const ourNow = context.now.getTime()
  const place = reading.cursor === null ? startAt(ourNow - overlapMs) : parsePlace(reading.cursor)
  const known = new Known(place.known)
  const fresh: { item: unknown; time: number }[] = []
  const result = (next: Place, isMore: boolean, failure?: ServiceError): NewItems => ({
    items: fresh.toSorted((a, b) => b.time - a.time).map(({ item }) => item),
    cursor: JSON.stringify({ ...next, known: known.from(next.since) }),
    isMore,
    ...(failure && { failure }),
  })
  for (let read = 0; read < mostPages && fresh.length < mostFresh; read++) {
    const request = place.page ?? pages.request(input, place.goOn ?? place.since, ourNow)
    const response = await sendPage(context, request, { pages, place, read })
    if (response === 'again') continue
    if (response === 'later') return result(place, true)
    if (response instanceof ServiceError) return result(place, true, response)
    place.began ??= Math.min(ourNow, Date.parse(response.headers.get('date') ?? '') || ourNow)
    for (const item of pages.items(response.body)) {
      const time = timeOf(pages.time(item, input)) ?? place.newest ?? place.began
      if (place.since !== null && time < place.since) continue
      place.newest = Math.max(place.newest ?? time, time)
      if (reading.isWanted?.(item, place.before) === false) continue
      if (known.add(time, String(reading.id(item) ?? ''))) fresh.push({ item, time })
    }
    place.page = pages.next(response.body, request, response)
    if (place.page === null) return result(afterAll(place, reading.cursor === null), false)
  }
  return result(longer(place, pages.isSorted ?? true), true)
}

async function sendPage<Input>(
  context: Reading<Input>['context'],
  request: ApiRequest,
  { pages, place, read }: { pages: TimedPages<Input>; place: Place; read: number },
): Promise<ApiResponse | 'again' | 'later' | ServiceError> {
  try {
    return await context.send(request)
  } catch (error) {
    // What was read is not lost: the next time begins with this page, and tells what is wrong.
    if (read > 0 && context.signal.aborted) return 'later'
    if (!(error instanceof ServiceError)) throw error
    if (error.status !== 0 && error.status === pages.tooOld && place.since !== null) {
      Object.assign(place, { since: null, page: null, goOn: null })
      return 'again'
    }
    const isPageGone = place.page !== null && error.status >= 400 && error.status < 500 && ![401, 403, 408, 429].includes(error.status)
    if (isPageGone) {
      // A page is not kept for ever: on from the newest, or from the beginning. What is known is not found again.
      Object.assign(place, { page: null, goOn: (pages.isSorted ?? true) && place.since !== null ? place.newest : null })
      // One that was named a moment ago is not gone: asked again at once, such a service would be asked for ever.
      return read === 0 ? 'again' : error
    }
    if (read > 0) return error
    throw error
  }
}

const startAt = (since: number): Place => ({
  since,
  before: since,
  from: since,
  began: null,
  page: null,
  goOn: null,
  newest: null,
  known: [],
})

/** At the end of all pages: the next reading begins some time before this one began. */
function afterAll({ since, from, began }: Place, isFirst: boolean): Place {
  const next = (began ?? 0) - overlapMs
  // The first time counts by our clock, until the service tells its own.
  if (isFirst) return startAt(next)
  return { ...startAt(Math.max(since ?? next, next)), before: from }
}

/** Before the end: goes on by time where that leads on, as a page may be gone by then or move. */
function longer(place: Place, isSorted: boolean): Place {
  const reached = Math.min(place.newest ?? 0, (place.began ?? 0) - overlapMs)
  if (!isSorted || place.since === null || reached <= place.since) return place
  return { ...startAt(reached), before: place.before, from: place.from, began: place.began }
}

function parsePlace(cursor: string): Place {
  if (cursor.startsWith('{')) return JSON.parse(cursor) as Place
  // Until version 0260 a cursor was a time of the service, some without a zone.
  const since = /^\d+$/.test(cursor) ? Number(cursor) : (timeOf(cursor) ?? 0)
  return startAt(since)
}

function timeOf(text: string): number | null {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(text)
  const time = Date.parse(hasZone || !text.includes(':') ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? null : time
}

class Known {
  readonly #times: Map<number, Set<string>>
  readonly #ids: Set<string>

  constructor(given: Place['known']) {
    this.#times = new Map(given.map(([time, ids]) => [time, new Set(ids)]))
    this.#ids = new Set(given.flatMap(([, ids]) => ids))
  }

  /** False where it was known. */
  add(time: number, id: string): boolean {
    const hash = createHash('sha256').update(id).digest('base64url').slice(0, 10)
    const ofTime = this.#times.get(time) ?? new Set()
    this.#times.set(time, ofTime.add(hash))
    if (this.#ids.has(hash)) return false
    this.#ids.add(hash)
    return true
  }

  /** The newest of many: the start keys of workflows know the others for a day. */
  from(since: number | null): Place['known'] {
    let left = mostKnown
    const kept: Place['known'] = []
    for (const [time, ids] of [...this.#times].toSorted(([a], [b]) => b - a)) {
      if (left <= 0 || (since !== null && time < since)) break
      kept.push([time, [...ids].slice(0, left)])
      left -= ids.size
    }
    return kept
  }
}
