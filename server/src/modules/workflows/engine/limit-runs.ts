import { message } from '@imperium/contract/kit/message.ts'
import { limitOf } from '../../../platform/metering/metering.ts'
import { lifting, usedUp } from '../../../platform/metering/plan-limits.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { InTx } from './start-run.ts'
import { countMonthRuns } from './run-limit-store.ts'

/** So long a process goes by what it counted and started itself. */
const countedMs = 60_000
const mostKept = 10_000

interface Counted {
  month: string
  at: number
  limit: number
  runs: number
}

const counted = new WeakMap<Clock, Map<string, Counted>>()

/**
 * Before a run is started. Counted once a minute, so that no start waits for a count: processes together may pass the limit by what they start
 * in a minute. @throws 429 PLAN_LIMIT
 */
export async function requireWorkflowRuns(clock: Clock, orgId: string, inTx: InTx): Promise<void> {
  const now = clock.now()
  const month = now.toISOString().slice(0, 7)
  const all = counted.get(clock) ?? new Map<string, Counted>()
  counted.set(clock, all)
  let known = all.get(orgId)
  const isFresh = known?.month === month && now.getTime() - known.at < countedMs && known.runs < known.limit
  if (!known || !isFresh) {
    known = await inTx(async (tx) => {
      const limit = await limitOf(tx, 'workflow_runs_limit')
      return { month, at: now.getTime(), limit, runs: await countMonthRuns(tx, now, limit) }
    })
    if (all.size >= mostKept) all.clear()
    all.set(orgId, known)
  }
  if (known.runs >= known.limit) throw refusal(known.limit)
  known.runs += 1
}

function refusal(runs: number) {
  const plan = lifting('workflowRunsPerMonth', runs + 1)
  return usedUp(
    plan
      ? message('The {runs} workflow runs of this month are used up. The {plan} plan allows more.', { runs, plan })
      : message('The {runs} workflow runs of this month are used up.', { runs }),
  )
}
