import { message } from '@imperium/contract/kit/message.ts'
import type { Message } from '@imperium/contract/kit/message.ts'
import { planNames, planThatLifts } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../db/database.ts'
import { AppError, planLimit } from '../errors.ts'
import { limitOf, monthUsage } from './metering.ts'

/** The name of the plan that allows `value`; null where none does. */
export const lifting = (...which: Parameters<typeof planThatLifts>): string | null => {
  const plan = planThatLifts(...which)
  return plan && planNames[plan]
}

/** Seconds until the counts of a month begin anew. */
export const secondsLeftOfMonth = (now: Date): number =>
  Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000)

/** @returns 429 with the time until the month is over. */
export const usedUp = (text: Message): AppError =>
  new AppError('PLAN_LIMIT', 429, text, { retryAfterSeconds: secondsLeftOfMonth(new Date()) })

/** The storage is full: names the plan that has more. */
export async function storageFull(tx: OrgTx): Promise<AppError> {
  const plan = lifting('storageBytes', (await limitOf(tx, 'storage_limit_bytes')) + 1)
  return planLimit(
    plan
      ? message('The storage of your plan is full. Delete files, or choose the {plan} plan, which has more.', { plan })
      : 'The storage of your plan is full. Delete files.',
  )
}

/** Why no model may be called any more this month; null when one may. The last call may pass the limit by what it uses. */
export async function tokensUsedUp(tx: OrgTx): Promise<Message | null> {
  const tokens = await limitOf(tx, 'tokens_limit')
  if ((await monthUsage(tx)).tokens < tokens) return null
  const plan = lifting('tokensPerMonth', tokens + 1)
  return plan
    ? message('The {tokens} model tokens of this month are used up. The {plan} plan allows more.', { tokens, plan })
    : message('The {tokens} model tokens of this month are used up.', { tokens })
}

/** @throws 409 PLAN_LIMIT for a longer retention than the plan allows. */
export async function requireRetention(tx: OrgTx, days: number): Promise<void> {
  const most = await limitOf(tx, 'retention_days_limit')
  if (days <= most) return
  const plan = lifting('retentionDays', days)
  throw planLimit(
    plan
      ? message('Your plan keeps activity for at most {most} days. The {plan} plan keeps it longer.', { most, plan })
      : message('Your plan keeps activity for at most {most} days.', { most }),
  )
}
