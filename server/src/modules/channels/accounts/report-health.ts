import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { closeBreaker } from './account-ready.ts'
import { countFailure } from './accounts-store.ts'

/** What an attempt shows about the account (not about the message). */
export type Health = { ok: true } | { ok: false; reason: Text }

/** Reports to the circuit breaker that all workers share. Returns until when the account is paused; null: it may be used. */
export async function reportHealth(platform: Platform, tx: OrgTx, accountId: string, health: Health): Promise<Date | null> {
  const now = platform.clock.now()
  if (!health.ok) {
    const until = await countFailure(tx, accountId, now, health.reason)
    return until && until > now ? until : null
  }
  await closeBreaker(platform, tx, accountId)
  return null
}
