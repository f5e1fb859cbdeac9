import type { PlaygroundCall } from '@imperium/contract/api-playground.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { dropOldCalls, insertCall, toCall } from './call-store.ts'
import { withoutSecretsInPath } from './remove-secrets.ts'

/** Keeps a call in the caller's own history, which is bounded. */
export async function recordCall({ tx, caller }: OrgContext, call: Omit<PlaygroundCall, 'id' | 'at'>): Promise<PlaygroundCall> {
  const saved = await insertCall(tx, newId(), caller.userId, { ...call, path: withoutSecretsInPath(call.path) })
  await dropOldCalls(tx, caller.userId)
  return toCall(saved)
}
