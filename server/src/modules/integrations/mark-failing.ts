import { integrationEvents } from '@imperium/contract/events/integrations.ts'
import { englishOf } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { faultColumns, lockConnection, writeConnection } from './store.ts'
import type { ConnectionRow } from './store.ts'

export const dayMs = 86_400_000
const soonestMs = 60_000

/** As long again as it fails already: after a minute, then twice as late each time, at last once a day. */
export function nextTestAt({ status, failing_since: since }: Pick<ConnectionRow, 'status' | 'failing_since'>, now: Date): Date {
  const failingMs = status === 'failing' && since ? now.getTime() - since.getTime() : 0
  return new Date(now.getTime() + Math.min(dayMs, Math.max(soonestMs, failingMs)))
}

/** The credentials were refused: it is tested again by itself, and its managers are told, unless someone `isSeen` to look at it. */
export async function markFailing(
  { events, clock }: Pick<Platform, 'events' | 'clock'>,
  tx: OrgTx,
  id: string,
  { text, isSeen = false }: { text: Text; isSeen?: boolean },
): Promise<void> {
  const row = await lockConnection(tx, id)
  // At a new place or for a new sign-in it has no credentials yet: what refused it was asked with former ones.
  if (!row || row.status === 'waiting') return
  const now = clock.now()
  const isNew = row.status !== 'failing'
  const planned = !isNew && row.test_due_at && row.test_due_at > now ? row.test_due_at : null
  const { failing_since: since, failure_noticed_at: noticed } = row
  const isRecent = noticed !== null && now.getTime() - noticed.getTime() < dayMs
  // An outage that began within a day of the last notice is told later, where it lasts.
  const isUntold = isNew || noticed === null || (since !== null && noticed < since)
  await writeConnection(tx, id, {
    status: 'failing',
    ...faultColumns(text),
    failing_since: isNew ? now : (since ?? now),
    // Each refusal of many runs would put the test off again.
    test_due_at: planned ?? nextTestAt(row, now),
    ...(isUntold && (isSeen || !isRecent) ? { failure_noticed_at: now } : {}),
  })
  if (isUntold && !isSeen && !isRecent)
    await events.emit(tx, integrationEvents.failing, { connectionId: id, name: row.name, reason: englishOf(text).slice(0, 500) })
}
