import { sql } from 'kysely'
import { message } from '@imperium/contract/kit/message.ts'
import type { Message } from '@imperium/contract/kit/message.ts'
import { planNames, planThatLifts } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { messagesOfMonth } from './metering.ts'
import type { MessageMonth } from './metering.ts'

/** Locks the month's quota until this transaction ends, so that two transactions cannot use the same message. */
export async function lockMessageAllowance(tx: OrgTx): Promise<MessageMonth> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages:${tx.orgId}`}, 0))`.execute(tx)
  return messagesOfMonth(tx)
}

/**
 * The problem with `count` messages at `at`, with the plan that lifts it; null when there is none. A later month
 * starts at zero.
 */
export function overPlan({ limit, used }: MessageMonth, count: number, at: Date, now: Date): Message | null {
  const left = at.getTime() >= startOfNextMonth(now) ? limit : Math.max(0, limit - used)
  if (count <= left) return null
  const plan = planThatLifts('messagesPerMonth', Math.max(limit + 1, limit - left + count))
  const name = plan ? planNames[plan] : null
  if (left === 0)
    return name
      ? message('The {limit} messages of this month are used up. The {plan} plan allows more.', { limit, plan: name })
      : message('The {limit} messages of this month are used up.', { limit })
  return name
    ? message('Your plan allows {limit} messages a month. Left: {left}. Needed: {count}. The {plan} plan allows more.', {
        limit,
        left,
        count,
        plan: name,
      })
    : message('Your plan allows {limit} messages a month. Left: {left}. Needed: {count}.', { limit, left, count })
}

/** Why no more messages may be sent now; null when one may. */
export function noneLeft(month: MessageMonth): Message | null {
  const now = new Date()
  return overPlan(month, 1, now, now)
}

/** @throws 429 PLAN_LIMIT when the month's messages are used up, with the seconds until the next month. */
export async function requireMessages(tx: OrgTx): Promise<void> {
  const found = noneLeft(await messagesOfMonth(tx))
  if (found === null) return
  const now = new Date()
  throw new AppError('PLAN_LIMIT', 429, found, { retryAfterSeconds: Math.ceil((startOfNextMonth(now) - now.getTime()) / 1_000) })
}

const startOfNextMonth = (now: Date): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
