import { auth } from '@imperium/contract/auth.ts'
import { chooseOrganization } from '../../platform/auth-context.ts'
import { notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/live.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { describeDevice } from './describe-device.ts'
import { login } from './login.ts'
import { refresh } from './refresh.ts'
import { register } from './register.ts'
import { ownerOfCaller, toUser } from './start-session.ts'
import { endSession, listSessions } from './store.ts'

export const authOperations = (platform: Platform) =>
  bindOperations(auth, {
    register: ({ body }, context) => register(platform, context, body),
    login: ({ body }, context) => login(platform, context, body),
    logout: async (_input, { tx, caller, setSessionCookie, audit }) => {
      await endSession(tx, caller.userId, caller.sessionId, 'logout')
      await signal(tx, { kind: 'access', userId: caller.userId })
      setSessionCookie(null)
      audit({ targetId: caller.sessionId })
      return null
    },
    profile: async (_input, { caller, header }) =>
      toUser(ownerOfCaller(caller), chooseOrganization(caller, header('x-tenant')) ?? chooseOrganization(caller, undefined)),
    refresh: (_input, context) => refresh(platform, context),
    sessions: async (_input, { tx, caller }) =>
      (await listSessions(tx, caller.userId, platform.clock.now())).map((row) => ({
        id: row.id,
        ...describeDevice(row.user_agent),
        ipAddress: row.ip_address,
        createdAt: row.created_at.toISOString(),
        lastActive: row.last_active_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        isCurrent: row.id === caller.sessionId,
      })),
    endSession: async ({ params }, { tx, caller, audit }) => {
      if (!(await endSession(tx, caller.userId, params.id, 'ended by the user'))) throw notFound()
      await signal(tx, { kind: 'access', userId: caller.userId })
      audit({ targetId: params.id })
      return null
    },
  })
