import type { TimelineEntry, TimelineKind, TimelineLink } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import { zeroId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactExtensionsOf } from '../contact-extensions.ts'
import { idsOfContact } from '../merging/merge-store.ts'
import { earlierThan, noBound, upTo } from './timeline.ts'
import type { TimelineBound, TimelineItem, TimelineSource } from './timeline.ts'
import { ownSources } from './timeline-store.ts'

/** The last entry of a page: its moment in microseconds, its source, its id there. */
export type TimelineMark = [atMicros: number, source: string, id: string, sub: string]

interface Request {
  contactId: string
  kind?: TimelineKind | undefined
  after: TimelineMark | null
  limit: number
}

type Outcome = TimelineItem & { source: TimelineSource }

/**
 * A page of what happened with a contact, newest first: own events and those of every extension, as far as the reader may see each where
 * it is kept. Every source is asked for one page, so that the work does not grow with what lies behind it.
 */
export async function listTimeline(
  platform: Platform,
  { tx, may }: Pick<OrgContext, 'tx' | 'may'>,
  { contactId, kind, after, limit }: Request,
): Promise<{ rows: TimelineEntry[]; next: TimelineMark | null }> {
  const sources = [...ownSources, ...contactExtensionsOf(platform).flatMap(({ timeline }) => timeline ?? [])]
  const who = { contactId, ids: await idsOfContact(tx, contactId) }
  const found: Outcome[] = []
  for (const source of sources) {
    if ((kind !== undefined && source.kind !== kind) || !may(source.permission)) continue
    const items = await source.read(tx, who, { before: boundFor(source, after), limit: limit + 1 })
    found.push(...items.map((item) => ({ ...item, source })))
  }
  const shown = found.sort(newestFirst).slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map((item) => toEntry(item, may)),
    next: last && found.length > limit ? [last.atMicros, last.source.name, last.id, last.sub ?? zeroId] : null,
  }
}

/** What happened at the moment of the last entry is told source by source. */
function boundFor({ name }: TimelineSource, after: TimelineMark | null): TimelineBound {
  if (!after) return noBound
  const [atMicros, source, id, sub] = after
  if (name === source) return { atMicros, id, sub }
  return name < source ? earlierThan(atMicros) : upTo(atMicros)
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const newestFirst = (a: Outcome, b: Outcome): number =>
  b.atMicros - a.atMicros || compare(a.source.name, b.source.name) || compare(b.id, a.id) || compare(b.sub ?? zeroId, a.sub ?? zeroId)

/** The permission that opens the target of a link. */
const opens: Record<TimelineLink['kind'], Permission> = {
  campaign: 'campaigns:read',
  conversation: 'messages:read',
  'workflow-run': 'workflows:read',
  'agent-run': 'runs:read',
  import: 'contacts:write',
  segment: 'segments:read',
}

const toEntry = ({ source, id, sub, atMicros, type, title, actor = '', detail, link }: Outcome, may: OrgContext['may']): TimelineEntry => ({
  id: sub === undefined ? id : [source.name, id, sub].join(':'),
  at: new Date(Math.floor(atMicros / 1_000)).toISOString(),
  kind: source.kind,
  type,
  title,
  actor,
  detail,
  link: link && may(opens[link.kind]) ? link : null,
})
