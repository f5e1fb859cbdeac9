import { sql } from 'kysely'
import { planNames, planThatLifts } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { messagesOfMonth } from './metering.ts'
import type { MessageMonth } from './metering.ts'

/** Whoever asks for what is left waits for the others who do, until this transaction ends: the same message is not allowed twice. */
export async function holdMessages(tx: OrgTx): Promise<MessageMonth> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages:${tx.orgId}`}, 0))`.execute(tx)
  return messagesOfMonth(tx)
}

/**
 * What stands against `count` messages at `at`, in words that name the plan which lifts it; null where nothing does. A later month
 * begins with none.
 */
export function overPlan({ limit, used }: MessageMonth, count: number, at: Date, now: Date): { message: string } | null {
  const left = at.getTime() >= startOfNextMonth(now) ? limit : Math.max(0, limit - used)
  if (count <= left) return null
  const plan = planThatLifts('messagesPerMonth', Math.max(limit + 1, limit - left + count))
  const lift = plan ? ` The ${planNames[plan]} plan allows more.` : ''
  return {
    message:
      left === 0
        ? `The ${limit} messages of this month are used up.${lift}`
        : `Your plan allows ${limit} messages a month. ${left} are left, and these are ${count}.${lift}`,
  }
}

/** Why not one message more may go out now; null where one may. */
export function noneLeft(month: MessageMonth): { message: string } | null {
  const now = new Date()
  return overPlan(month, 1, now, now)
}

/** @throws 429 PLAN_LIMIT where the month's messages are used up, with the seconds until the next month. */
export async function requireMessages(tx: OrgTx): Promise<void> {
  const found = noneLeft(await messagesOfMonth(tx))
  if (found === null) return
  const now = new Date()
  throw new AppError('PLAN_LIMIT', 429, found.message, { retryAfterSeconds: Math.ceil((startOfNextMonth(now) - now.getTime()) / 1_000) })
}

const startOfNextMonth = (now: Date): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
