import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'

export interface Day {
  /** The time of its newest entry. */
  at: string
  entries: TimelineEntry[]
}

/** Groups entries by calendar day (`dayOf`). Keeps their order, newest first. */
export function groupByDay(entries: readonly TimelineEntry[], dayOf: (iso: string) => string): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const last = days.at(-1)
    if (last && dayOf(last.at) === dayOf(entry.at)) last.entries.push(entry)
    else days.push({ at: entry.at, entries: [entry] })
  }
  return days
}
