import { sql } from 'kysely'
import { PlaygroundCall, playgroundLimits } from '@imperium/contract/api-playground.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

const columns = ['id', 'method', 'path', 'status', 'duration_ms', 'size_bytes', 'at'] as const

export const toCall = replyOf(PlaygroundCall)

const callsOf = (tx: OrgTx, userId: string) => tx.selectFrom('playground_calls').select(columns).where('user_id', '=', userId)

export const callPage = listPage(newestFirst('id'), (tx, { userId }: { userId: string }) => callsOf(tx, userId))

export const insertCall = (tx: OrgTx, id: string, userId: string, call: Omit<PlaygroundCall, 'id' | 'at'>) =>
  tx
    .insertInto('playground_calls')
    .values({
      org_id: tx.orgId,
      id,
      user_id: userId,
      method: call.method,
      path: call.path,
      status: call.status,
      duration_ms: call.durationMs,
      size_bytes: call.sizeBytes,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Keeps the newest calls of a person. */
export async function dropOldCalls(tx: OrgTx, userId: string): Promise<void> {
  const oldest = callsOf(tx, userId).clearSelect().select('id').orderBy('id', 'desc').offset(playgroundLimits.history)
  await tx.deleteFrom('playground_calls').where('user_id', '=', userId).where('id', 'in', oldest).execute()
}

export const deleteCalls = (tx: OrgTx, userId: string) => tx.deleteFrom('playground_calls').where('user_id', '=', userId).execute()

export const exportCalls = (tx: OrgTx, userId: string): Promise<object[]> =>
  callsOf(tx, userId)
    .select(sql<string>`org_id`.as('organizationId'))
    .orderBy('id')
    .execute()
