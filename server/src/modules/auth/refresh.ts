import type { Session } from '@imperium/contract/auth/auth.ts'
import { chooseOrganization } from '../../platform/auth/auth-context.ts'
import { unauthenticated } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { SignedInContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { ownerOfCaller, startSession } from './start-session.ts'
import { endSession } from './store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

/** Exchanges the session for a new one of the same family; the old token ends in the same transaction and works once (R17). */
export async function refresh(platform: Platform, context: SignedInContext): Promise<Session> {
  const { caller, tx } = context
  if (!(await endSession(tx, caller.userId, caller.sessionId, 'refreshed'))) throw unauthenticated()
  await signal(tx, accessChanged({ userId: caller.userId }))
  return startSession(platform, context, tx, {
    user: ownerOfCaller(caller),
    organization: chooseOrganization(caller, undefined),
    familyId: caller.familyId,
    transport: caller.transport,
    method: caller.method,
    ssoOrgId: caller.ssoOrgId,
    authenticatedAt: caller.authenticatedAt,
  })
}
