import { z } from 'zod'
import { Timestamp, line, pageQuery } from './kit/fields.ts'
import { get, operations, put } from './kit/operations.ts'

export const activityKinds = ['login', 'change', 'api', 'security', 'team', 'settings'] as const
/** What sort of act it was; `api`: done with an API key, or about one. */
export type ActivityKind = (typeof activityKinds)[number]

/** Outcome of an action: success, refusal, or an error on our side. */
export const activityStatuses = ['success', 'warning', 'error'] as const
/** Selectable periods of the activity log, in days. */
export const activityDays = ['1', '7', '30', '90'] as const
/** Selectable periods of the audit log, in days. It is stored for at least a year, whatever the retention. */
export const auditDays = ['1', '7', '30', '90', '365'] as const
/** Days that members see activity, and runs are kept, to choose from; 90 is the default and recommended. */
export const retentionDays = [30, 60, 90, 180, 365] as const
/** Selectable retention of campaign recipients and conversations, in days; null: unlimited; 730 is the default. */
export const historyDays = [90, 365, 730, null] as const

/** A sentence about an action and the values of its `{names}`; the web app translates it. */
const sentence = {
  sentence: z.string(),
  values: z.record(z.string(), z.string()),
  /** The same in English. */
  description: z.string(),
}

const origin = {
  ipAddress: z.string().nullable(),
  /** `Chrome`, `API client`; null when unknown. */
  browser: z.string().nullable(),
  /** `Windows`, `iOS`; null when unknown. */
  device: z.string().nullable(),
}

export const ActivityEntry = z
  .object({
    id: z.string(),
    type: z.enum(activityKinds),
    /** `agents.create`: the operation, or an act that is none. */
    action: z.string(),
    ...sentence,
    status: z.enum(activityStatuses),
    timestamp: Timestamp,
    ...origin,
    userName: z.string(),
    /** Null when the actor was not a user. */
    userId: z.string().nullable(),
    /** URL of the user's picture, which answers 404 when the user has none; null when the actor was not a user. */
    userAvatar: z.string().nullable(),
    /** Path inside the organization; null when there is no page to open. */
    link: z.string().nullable(),
  })
  .meta({ id: 'ActivityEntry' })
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const AuditEntry = z
  .object({
    /** Place in the organization's chain. */
    id: z.string(),
    timestamp: Timestamp,
    type: z.enum(activityKinds),
    action: z.string(),
    ...sentence,
    status: z.enum(activityStatuses),
    user: z.string(),
    userId: z.string().nullable(),
    actorKind: z.enum(['user', 'api_key', 'agent', 'system', 'operator', 'anonymous']),
    ...origin,
    target: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }).nullable(),
    requestId: z.string().nullable(),
    /** As recorded, with secrets replaced; null when the action records none. */
    before: z.json(),
    after: z.json(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const activityFilter = {
  q: line(200).optional(),
  type: z.enum(activityKinds).optional(),
  days: z.enum(activityDays).default('7'),
}

const auditFilter = {
  q: line(200).optional(),
  type: z.enum(activityKinds).optional(),
  status: z.enum(activityStatuses).optional(),
  /** Id of a user or an API key. */
  actor: z.uuid().optional(),
  days: z.enum(auditDays).default('30'),
}

export const Retention = z
  .object({
    retentionDays: z.union(retentionDays.map((each) => z.literal(each))),
    recommendedDays: z.literal(90),
    /** Retention in days of conversations and of the recipients and responses of ended campaigns; null: unlimited. */
    historyDays: z.union(historyDays.map((each) => z.literal(each))),
    /** Null while the organization has the default. */
    updatedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Retention' })
export type Retention = z.infer<typeof Retention>

const exportRate = { max: 10, perSeconds: 60 }

export const activity = operations(
  'activity',
  { read: 'activity:read', write: 'activity:read' },
  {
    list: get('/activity', 'What was done in the organization: everything for managers, their own for others', {
      query: z.strictObject({ ...activityFilter, ...pageQuery }),
      reply: z.array(ActivityEntry),
      paged: true,
    }),
    export: get('/activity/export', 'The activity log as CSV', {
      query: z.strictObject(activityFilter),
      file: 'text/csv',
      rate: exportRate,
      transaction: false,
      audited: true,
    }),
    audit: get('/audit', 'Security audit log', {
      access: 'audit:read',
      query: z.strictObject({ ...auditFilter, ...pageQuery }),
      reply: z.array(AuditEntry),
      paged: true,
    }),
    exportAudit: get('/audit/export', 'The audit log as CSV', {
      recentSignIn: true,
      access: 'audit:read',
      query: z.strictObject(auditFilter),
      file: 'text/csv',
      rate: exportRate,
      transaction: false,
      audited: true,
    }),
    retention: get('/security/retention', 'How long activity is shown, and runs, campaign and message history are kept', {
      reply: Retention,
    }),
    setRetention: put('/security/retention', 'Change how long activity is shown, and runs, campaign and message history are kept', {
      access: 'security:manage',
      body: z.strictObject({
        retentionDays: z.union(
          retentionDays.map((each) => z.literal(each)),
          { error: 'Choose 30, 60, 90, 180 or 365 days' },
        ),
        /** As it is unless given. */
        historyDays: z
          .union(
            historyDays.map((each) => z.literal(each)),
            { error: 'Choose 90, 365 or 730 days, or null to keep it forever' },
          )
          .optional(),
        /** The value that was read; a stale write is rejected with 409. */
        updatedAt: Timestamp.nullable().optional(),
      }),
      reply: Retention,
      errors: [409],
    }),
  },
)
