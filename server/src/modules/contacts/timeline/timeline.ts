import type { TimelineKind, TimelineLink } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { lowestId, madeAtMs, zeroId } from '../../../platform/ids.ts'

/** Something that happened with a person, for their timeline. */
export interface TimelineItem {
  /** Its place among what happened in the same microsecond; `sub` where one id may stand for several. */
  id: string
  sub?: string
  /** Microseconds since 1970, as the database keeps them: in milliseconds a page would not know where it ended. */
  atMicros: number
  type: string
  /** What it was about, in the product's words: a campaign's name, a subject. */
  title: string
  actor?: string
  detail: Record<string, unknown>
  link?: TimelineLink
}

/** Everything before it belongs to a page: `(moment, id, sub)` is smaller. */
export interface TimelineBound {
  /** Null: no bound. */
  atMicros: number | null
  id: string
  sub: string
}

export interface TimelinePage {
  before: TimelineBound
  limit: number
}

/** Rows about a contact that are entries of the timeline. Each page costs as much as it is long: its query goes by an index that ends in the moment. */
export interface TimelineSource {
  /** Sorts what happened at the same moment: the sources' names, upwards. Part of cursors. */
  name: string
  kind: TimelineKind
  /** Who may read the rows where they are kept reads them here. */
  permission: Permission
  /** Newest first. `ids`: the contact's own, and those of contacts that became part of it. */
  read: (tx: OrgTx, who: { contactId: string; ids: readonly string[] }, page: TimelinePage) => Promise<TimelineItem[]>
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
export const noBound: TimelineBound = { atMicros: null, id: lastId, sub: lastId }
/** What is earlier than a moment, without and with the moment itself. */
export const earlierThan = (atMicros: number): TimelineBound => ({ atMicros, id: zeroId, sub: zeroId })
export const upTo = (atMicros: number): TimelineBound => ({ atMicros, id: lastId, sub: lastId })

/** The moment of a bound for SQL, to the microsecond: `(at, id) < (moment, bound.id)`. */
export function momentOf({ atMicros }: TimelineBound): string {
  if (atMicros === null) return 'infinity'
  const rest = String(((atMicros % 1_000) + 1_000) % 1_000).padStart(3, '0')
  return new Date(Math.floor(atMicros / 1_000)).toISOString().replace('Z', `${rest}Z`)
}

/** The same for rows whose id (a UUIDv7) is their moment: what belongs to the page has a smaller id. */
export function idOf({ atMicros, id, sub }: TimelineBound): Pick<TimelineBound, 'id' | 'sub'> {
  if (atMicros === null) return { id: lastId, sub: lastId }
  const ms = Math.floor(atMicros / 1_000)
  // Such rows have whole milliseconds: at this one it is the id that decides, and a later one in it includes them all.
  if (atMicros % 1_000 === 0 && id !== lastId) return id === zeroId ? { id: lowestId(ms), sub: zeroId } : { id, sub }
  return { id: lowestId(ms + 1), sub: zeroId }
}

/** The moment that a UUIDv7 begins with. */
export const microsOf = (id: string): number => madeAtMs(id) * 1_000
