import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'

export interface Day {
  /** The moment of its newest entry. */
  at: string
  entries: TimelineEntry[]
}

/** Entries, newest first as they come, by calendar days of `dayOf`. */
export function groupByDay(entries: readonly TimelineEntry[], dayOf: (iso: string) => string): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const last = days.at(-1)
    if (last && dayOf(last.at) === dayOf(entry.at)) last.entries.push(entry)
    else days.push({ at: entry.at, entries: [entry] })
  }
  return days
}
