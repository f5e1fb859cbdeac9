import type { ActivityEntry, ActivityKind, AuditEntry, activity } from '@imperium/contract/activity.ts'
import type { Parsed } from '@imperium/contract/kit/endpoint.ts'
import type { ActCatalogue } from '../../platform/audit/acts.ts'
import { holds } from '../../platform/auth/rights.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { describeDevice } from '../auth/index.ts'
import { describeAct, kindOfRow, linkOf, statusOf } from './describe-act.ts'
import { readRetention } from './store.ts'
import type { StreamFilter, StreamRow } from './store.ts'

const dayMs = 86_400_000
const outcomes = { success: 'success', warning: 'refused', error: 'failed' } as const

type ActivityQuery = Parsed<typeof activity.export>['query']
type AuditQuery = Parsed<typeof activity.exportAudit>['query']
type Reader = Pick<OrgContext, 'caller' | 'org'>

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)
const searched = (acts: ActCatalogue, q: string | undefined) => (q ? { text: q, actions: acts.saying(q) } : undefined)

const kindFilter = (acts: ActCatalogue, kind: ActivityKind | undefined): StreamFilter['kind'] =>
  kind && { kind, ...acts.ofKind(kind), modulesWithKind: acts.modulesWithKind() }

/** What a reader of the activity log may see: not older than the retention, and only managers see the activity of other members. */
export async function activityFilter(
  acts: ActCatalogue,
  tx: OrgTx,
  { caller, org }: Reader,
  query: ActivityQuery,
  now: Date,
): Promise<StreamFilter> {
  const { days } = await readRetention(tx)
  return {
    since: daysBefore(now, Math.min(Number(query.days), days)),
    q: searched(acts, query.q),
    kind: kindFilter(acts, query.type),
    own: holds(org, 'audit:read') ? undefined : caller.userId,
  }
}

/** The audit log shows all stored rows, whatever the retention of activity: security records outlive it. */
export const auditFilter = (acts: ActCatalogue, query: AuditQuery, now: Date): StreamFilter => ({
  since: daysBefore(now, Number(query.days)),
  q: searched(acts, query.q),
  kind: kindFilter(acts, query.type),
  outcome: query.status && outcomes[query.status],
  actor: query.actor,
})

function originOf({ ipAddress, userAgent }: StreamRow) {
  const { browser, device } = userAgent === null ? { browser: null, device: null } : describeDevice(userAgent)
  return { ipAddress, browser, device }
}

const personOf = ({ actorKind, actorId }: StreamRow): string | null => (actorKind === 'user' ? actorId : null)

export const toActivityEntry = (acts: ActCatalogue, row: StreamRow): ActivityEntry => ({
  id: String(row.seq),
  type: kindOfRow(acts, row),
  action: row.action,
  ...describeAct(acts, row),
  status: statusOf[row.outcome],
  timestamp: row.at.toISOString(),
  ...originOf(row),
  userName: row.actorName,
  userId: personOf(row),
  userAvatar: personOf(row) && `/api/users/${personOf(row)}/avatar`,
  link: linkOf(row),
})

export const toAuditEntry = (acts: ActCatalogue, row: StreamRow): AuditEntry => ({
  id: String(row.seq),
  timestamp: row.at.toISOString(),
  type: kindOfRow(acts, row),
  action: row.action,
  ...describeAct(acts, row),
  status: statusOf[row.outcome],
  user: row.actorName,
  userId: row.actorId,
  actorKind: row.actorKind,
  ...originOf(row),
  target: row.targetKind ? { kind: row.targetKind, id: row.targetId, name: row.targetName } : null,
  requestId: row.requestId,
  before: (row.before ?? null) as AuditEntry['before'],
  after: (row.after ?? null) as AuditEntry['after'],
})
