import type { ActivityEntry } from '@imperium/contract/activity.ts'

/** A line of the list: the heading of a day, or an entry of it. */
export type Line = { kind: 'day'; id: string; at: string } | { kind: 'entry'; id: string; entry: ActivityEntry; last: boolean }

/** Adds a heading before each calendar day (`dayOf`). Keeps the order of the entries, newest first. */
export function groupDays(entries: readonly ActivityEntry[], dayOf: (iso: string) => string): Line[] {
  return entries.flatMap((entry, at): Line[] => {
    const day = dayOf(entry.timestamp)
    const [before, after] = [entries[at - 1], entries[at + 1]]
    const line: Line = { kind: 'entry', id: entry.id, entry, last: !after || dayOf(after.timestamp) !== day }
    return before && dayOf(before.timestamp) === day ? [line] : [{ kind: 'day', id: `day ${day} ${entry.id}`, at: entry.timestamp }, line]
  })
}
