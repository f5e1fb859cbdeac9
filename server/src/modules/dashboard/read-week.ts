import type { OrgTx } from '../../platform/db/database.ts'
import { percentOf } from './ratios.ts'
import { findPeriod, sumPeriod } from './store.ts'

export interface WeekFigures {
  runs: number
  runsBefore: number
  /** Percent of the finished runs; null if none finished. */
  successRate: number | null
  costMicros: number
}

/** Figures of an organization's agents in the seven calendar days, in its time zone, that end with the day of `lastDay`. */
export async function readWeek(tx: OrgTx, week: { timeZone: string; lastDay: Date }): Promise<WeekFigures> {
  const { current, previous } = await sumPeriod(tx, findPeriod({ timeZone: week.timeZone, now: week.lastDay, days: 7 }))
  return {
    runs: current.runs,
    runsBefore: previous.runs,
    successRate: percentOf(current.completed, current.finished),
    costMicros: current.costMicros,
  }
}
