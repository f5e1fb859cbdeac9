import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { Duration, durationMs } from '../config-fields.ts'

/** Longest duration of a wait; null: as long as the run itself may take. */
export const timeout = Duration.nullable().default(null)

/** End of a wait that begins now. An amount that is no number, or more than a year, becomes the maximum. */
export function waitUntil(span: Duration | null, now: Date): Date | null {
  if (span === null) return null
  const most = workflowLimits.sleepDays * 86_400_000
  return new Date(now.getTime() + Math.min(durationMs(span) ?? most, most))
}
