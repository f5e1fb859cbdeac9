import { nextOccurrence } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import type { Schedule } from '@imperium/contract/campaigns/campaigns.ts'

const minuteMs = 60_000

/** An occurrence that begins later than this counts as missed. */
export const missedAfterMs = 15 * minuteMs

/**
 * What is due of a schedule: whether a send begins now, and when the next occurrence is. Of several missed ones at most one is made up for.
 */
export function whatIsDue(schedule: Schedule, dueAt: Date, now: Date): { begins: boolean; nextAt: Date | null } {
  const isLate = now.getTime() - dueAt.getTime() > missedAfterMs
  const begins = !(schedule.type === 'recurring' && schedule.missed === 'skip' && isLate)
  return { begins, nextAt: schedule.type === 'recurring' ? nextOccurrence(schedule, now > dueAt ? now : dueAt) : null }
}
