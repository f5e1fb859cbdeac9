import type { Period } from '../period.ts'

const dayMs = 86_400_000

/** Days before and after the end of a period: two reminders, three payment requests, and the end of the grace period. */
const stages = [
  { days: -7, step: 'remind' },
  { days: -1, step: 'remind' },
  { days: 0, step: 'end-period' },
  { days: 3, step: 'request' },
  { days: 5, step: 'request' },
  { days: 7, step: 'end' },
] as const

export type Step = (typeof stages)[number]['step']
export const graceDays = 7
/** When an automatic renewal may begin, before the end: Razorpay debits up to 36 hours after it told the payer. */
export const renewAheadMs = 3 * dayMs
export const stageOfEnd = 2
export const stageOfLast = stages.length - 1

const stageTime = ({ end }: Period, stage: number): Date | null => {
  const next = stages[stage]
  return next ? new Date(end.getTime() + next.days * dayMs) : null
}

export const stepOf = (stage: number): Step | undefined => stages[stage]?.step
export const dueAt = stageTime
export const graceEnd = (period: Period): Date => new Date(period.end.getTime() + graceDays * dayMs)

/** The stage of a period whose payment is due at `now`. */
export function graceStage(period: Period, now: Date): number {
  const at = stages.findIndex((_, stage) => stage > stageOfEnd && (stageTime(period, stage)?.getTime() ?? 0) > now.getTime())
  return at === -1 ? stageOfLast : at
}

/** The stage of a period that is paid for at `now`: missed reminders are not sent later. */
export function firstStage(period: Period, now: Date): number {
  const at = stages.findIndex((_, stage) => (stageTime(period, stage)?.getTime() ?? 0) > now.getTime())
  return at === -1 ? stageOfEnd : Math.min(at, stageOfEnd)
}
