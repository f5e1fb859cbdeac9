import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { Duration, durationMs } from '../config-fields.ts'

/** How long a wait lasts at most; null: as long as the run itself may. */
export const timeout = Duration.nullable().default(null)

/** End of a wait that begins now. What is no number, or more than a year, is the longest there is. */
export function waitUntil(span: Duration | null, now: Date): Date | null {
  if (span === null) return null
  const most = workflowLimits.sleepDays * 86_400_000
  return new Date(now.getTime() + Math.min(durationMs(span) ?? most, most))
}
