import type { TimelineEntry } from '@imperium/contract/contacts.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { companionsOf } from './companions.ts'
import { listEvents } from './timeline-store.ts'

/** Where a page ends: the millisecond of its last entry, and the entries of that millisecond that have been shown. */
export interface TimelineMark {
  at: number
  seen: string[]
}

/**
 * A page of what happened with a contact, newest first: own events and those of every companion. Several may fall into one
 * millisecond (an import, a merge), so that a page's end is a moment and what was shown of it.
 */
export async function listTimeline(
  platform: Platform,
  tx: OrgTx,
  contactId: string,
  page: { after: TimelineMark | null; limit: number },
): Promise<{ rows: TimelineEntry[]; next: TimelineMark | null }> {
  const seen = new Set(page.after?.seen ?? [])
  // A millisecond later, exclusive: rows are kept to the microsecond.
  const before = page.after ? new Date(page.after.at + 1) : null
  const limit = page.limit + seen.size + 1
  const own = (await listEvents(tx, contactId, before, limit)).map(({ data, ...event }) => ({ ...event, title: '', detail: data }))
  const others = []
  for (const { timeline } of companionsOf(platform))
    if (timeline) others.push(...(await timeline(tx, contactId, { before, limit })).map((item) => ({ ...item, actor: '' })))
  const all = [...own, ...others].filter((item) => !seen.has(item.id)).sort((a, b) => b.at.getTime() - a.at.getTime())
  const shown = all.slice(0, page.limit)
  const last = shown.at(-1)
  const rows = shown.map((item) => ({ ...item, at: item.at.toISOString() }))
  if (!last || all.length <= page.limit) return { rows, next: null }
  const at = last.at.getTime()
  const ofThatMoment = shown.filter((item) => item.at.getTime() === at).map((item) => item.id)
  return { rows, next: { at, seen: page.after?.at === at ? [...seen, ...ofThatMoment] : ofThatMoment } }
}
