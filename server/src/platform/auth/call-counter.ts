import { LRUCache } from 'lru-cache'
import { message } from '@imperium/contract/kit/message.ts'
import { planNames, planThatLifts } from '@imperium/contract/plans.ts'
import type { Membership } from './auth-context.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { meter, monthUsage } from '../metering/metering.ts'

/**
 * Counts API calls of organizations against their plan. Counts are buffered for two seconds and written in
 * one row, so a crash loses at most those; they are not billed.
 */
export interface CallCounter {
  /** @throws 429 PLAN_LIMIT when the month's calls are used up. */
  count(org: Membership): Promise<void>
  flush(): Promise<void>
  close(): Promise<void>
}

const flushEveryMs = 2_000

export function createCallCounter(db: Database, log: Log): CallCounter {
  const waiting = new Map<string, number>()
  const used = new LRUCache<string, { calls: number }>({ max: 5_000, ttl: 30_000 })
  const flush = async () => {
    const batch = [...waiting]
    waiting.clear()
    for (const [orgId, apiCalls] of batch) {
      try {
        await db.withOrg(orgId, (tx) => meter(tx, { apiCalls }))
      } catch (error) {
        waiting.set(orgId, (waiting.get(orgId) ?? 0) + apiCalls)
        log.warn({ err: error }, 'API calls could not be metered yet')
      }
    }
  }
  const timer = setInterval(() => void flush(), flushEveryMs)
  timer.unref()
  return {
    count: async (org) => {
      let month = used.get(org.id)
      if (!month) {
        const { apiCalls } = await db.withOrg(org.id, (tx) => monthUsage(tx))
        // Of concurrent calls the first one's counter is shared, or each would count alone (R69).
        month = used.get(org.id) ?? { calls: apiCalls + (waiting.get(org.id) ?? 0) }
        used.set(org.id, month)
      }
      if (month.calls >= org.apiCallsLimit) throw callsUsedUp(org)
      month.calls += 1
      waiting.set(org.id, (waiting.get(org.id) ?? 0) + 1)
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

function callsUsedUp(org: Membership): AppError {
  const plan = planThatLifts('apiCallsPerMonth', org.apiCallsLimit + 1)
  const now = new Date()
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const calls = org.apiCallsLimit
  const text = plan
    ? message('The {calls} API calls of this month are used up. The {plan} plan allows more.', { calls, plan: planNames[plan] })
    : message('The {calls} API calls of this month are used up.', { calls })
  return new AppError('PLAN_LIMIT', 429, text, {
    retryAfterSeconds: Math.ceil((nextMonth - now.getTime()) / 1_000),
  })
}
