import type { z } from 'zod'
import type { LoginRecord, SessionInfo } from '@imperium/contract/auth/auth.ts'
import type { Page } from '@imperium/contract/kit/endpoint.ts'
import type { SignedInContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { describeDevice } from '../describe-device.ts'
import { describeLocation } from './describe-location.ts'
import { listLogins, listSessions } from './store.ts'

type Info = z.infer<typeof SessionInfo>

export async function listOwnSessions({ clock, config }: Platform, { tx, caller }: SignedInContext): Promise<Info[]> {
  const now = clock.now()
  const rows = await listSessions(tx, caller.userId, { now, idleSince: new Date(now.getTime() - config.sessionIdleHours * 3_600_000) })
  return rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.user_agent),
    location: describeLocation(row.ip_address),
    ipAddress: row.ip_address,
    method: row.method,
    createdAt: row.created_at.toISOString(),
    lastActive: row.last_active_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isCurrent: row.id === caller.sessionId,
  }))
}

export async function listOwnLogins(
  { cursors }: Platform,
  { tx, caller }: SignedInContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<LoginRecord[]>> {
  const scope = { orgId: caller.userId, list: 'auth.loginHistory', filter: null }
  const before = cursor === undefined ? null : String(cursors.decode(scope, cursor)[0])
  const rows = await listLogins(tx, caller.userId, { before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map((row) => ({
      id: row.id,
      timestamp: row.at.toISOString(),
      ...describeDevice(row.user_agent),
      location: describeLocation(row.ip_address),
      ipAddress: row.ip_address,
      // Rows from before the column have the method as their reason.
      method: row.method ?? (row.success ? row.reason : null),
      status: row.success ? ('success' as const) : ('failed' as const),
      reason: row.success ? null : row.reason,
    })),
    nextCursor: rows.length > limit && last ? cursors.encode(scope, [last.id]) : null,
  }
}
