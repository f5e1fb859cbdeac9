import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { monthUsage } from '../../platform/metering/metering.ts'
import { lifting, limitOf, usedUp } from '../../platform/metering/plan-limits.ts'
import { countOpenRuns } from './queries.ts'

/** More than run at the same moment: far below the limit, those that have not ended need no count. */
const mostAtOnce = 10_000

/** Before a run is queued: runs that ended this month, and those that have not ended. @throws 429 PLAN_LIMIT */
export async function requireRuns(tx: OrgTx): Promise<void> {
  const limit = await limitOf(tx, 'runs_limit')
  if ((await monthUsage(tx)).runs < limit - mostAtOnce) return
  const open = await countOpenRuns(tx)
  if ((await monthUsage(tx)).runs + open < limit) return
  const plan = lifting('runsPerMonth', limit + 1)
  throw usedUp(
    plan
      ? message('The {runs} agent runs of this month are used up. The {plan} plan allows more.', { runs: limit, plan })
      : message('The {runs} agent runs of this month are used up.', { runs: limit }),
  )
}
