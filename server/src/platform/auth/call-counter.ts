import { LRUCache } from 'lru-cache'
import { message } from '@imperium/contract/kit/message.ts'
import { planNames, planThatLifts } from '@imperium/contract/plans.ts'
import type { Membership } from './auth-context.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { addApiErrors } from '../metering/api-errors.ts'
import { meter, monthUsage } from '../metering/metering.ts'

/** The key of a call, if it had one, and the member whose rights it used. */
export interface CalledBy {
  keyId: string | null
  userId: string | null
}

interface Waiting extends CalledBy {
  orgId: string
  calls: number
  errors: number
}

/**
 * Counts API calls of organizations against their plan. Counts are buffered for two seconds and written in
 * one row, so a crash loses at most those; they are not billed.
 */
export interface CallCounter {
  /** @throws 429 PLAN_LIMIT when the month's calls are used up. */
  count(org: Membership, by: CalledBy): Promise<void>
  /** Counts a call that was counted and ended with a refusal or a fault. */
  countError(orgId: string, by: CalledBy): void
  flush(): Promise<void>
  close(): Promise<void>
}

const flushEveryMs = 2_000

export function createCallCounter(db: Database, log: Log): CallCounter {
  const waiting = new Map<string, Waiting>()
  const add = ({ orgId, keyId, userId, calls, errors }: Waiting) => {
    const id = `${orgId}:${keyId}:${userId}`
    const before = waiting.get(id)
    waiting.set(id, { orgId, keyId, userId, calls: (before?.calls ?? 0) + calls, errors: (before?.errors ?? 0) + errors })
  }
  const waitingOf = (orgId: string) => [...waiting.values()].reduce((sum, each) => sum + (each.orgId === orgId ? each.calls : 0), 0)
  const used = new LRUCache<string, { calls: number }>({ max: 5_000, ttl: 30_000 })
  const flush = async () => {
    const batch = [...waiting.values()]
    waiting.clear()
    for (const each of batch) {
      try {
        await db.withOrg(each.orgId, async (tx) => {
          if (each.errors > 0) await addApiErrors(tx, each)
          if (each.calls > 0) await meter(tx, { apiCalls: each.calls, keyId: each.keyId, userId: each.userId })
        })
      } catch (error) {
        add(each)
        log.warn({ err: error }, 'API calls could not be metered yet')
      }
    }
  }
  const timer = setInterval(() => void flush(), flushEveryMs)
  timer.unref()
  return {
    count: async (org, by) => {
      let month = used.get(org.id)
      if (!month) {
        const { apiCalls } = await db.withOrg(org.id, (tx) => monthUsage(tx))
        // Of concurrent calls the first one's counter is shared, or each would count alone (R69).
        month = used.get(org.id) ?? { calls: apiCalls + waitingOf(org.id) }
        used.set(org.id, month)
      }
      if (month.calls >= org.apiCallsLimit) throw callsUsedUp(org)
      month.calls += 1
      add({ ...by, orgId: org.id, calls: 1, errors: 0 })
    },
    countError: (orgId, by) => add({ ...by, orgId, calls: 0, errors: 1 }),
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
