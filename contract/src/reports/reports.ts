import { z } from 'zod'
import { MetricAnswer, MetricName, periodFields, periods } from '../analytics/analytics.ts'
import { groupings } from '../analytics/metrics.ts'
import { Id, Timestamp, required, text } from '../kit/fields.ts'
import { create, get, operations, post, remove, update } from '../kit/operations.ts'
import { TimeZone } from '../organizations.ts'

export const reportTypes = ['agents', 'campaigns', 'api', 'users', 'revenue', 'workflows', 'conversations', 'contacts'] as const
export type ReportType = (typeof reportTypes)[number]
export const chartTypes = ['line', 'bar', 'pie', 'table'] as const
export type ChartType = (typeof chartTypes)[number]
const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]
export const frequencies = ['Weekly', 'Monthly'] as const

export const reportLimits = { reports: 200, metrics: 12, recipients: 50, shares: 50 } as const

/** One run for each slot. Slots that passed while nothing worked are not made up for: the newest of them runs, once. */
export const ReportSchedule = z
  .object({
    every: z.enum(frequencies),
    /** Of a weekly one: 1 is Monday, 7 is Sunday. */
    weekday: z.int().min(1).max(7),
    /** Of a monthly one; a month without it has its last day. */
    day: z.int().min(1).max(31),
    hour: z.int().min(0).max(23),
    timeZone: TimeZone,
  })
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.infer<typeof ReportSchedule>

const runStates = ['queued', 'running', 'done', 'failed'] as const

export const ReportRun = z
  .object({
    id: Id,
    reportId: Id,
    state: z.enum(runStates),
    cause: z.enum(['manual', 'schedule']),
    /** The slot of a scheduled run. */
    slot: Timestamp.nullable(),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    /** What failed, in plain words; empty without a failure. */
    failure: z.string(),
  })
  .meta({ id: 'ReportRun' })
export type ReportRun = z.infer<typeof ReportRun>

export const Report = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    type: z.enum(reportTypes),
    chartType: z.enum(chartTypes),
    metrics: z.array(MetricName).max(reportLimits.metrics),
    groupBy: z.enum(groupings),
    /** Null: of a template, which shows the period that its reader chose. */
    period: z.enum(periods).nullable(),
    schedule: ReportSchedule.nullable(),
    /** The next slot; null on demand. */
    nextAt: Timestamp.nullable(),
    recipients: z.array(Id).max(reportLimits.recipients),
    lastRun: ReportRun.nullable(),
    createdBy: z.string(),
    isTemplate: z.boolean(),
    /** Whether the caller may edit and delete it. */
    isEditable: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

const fields = {
  name: required(120, 'Name is required'),
  description: text(1000),
  chartType: z.enum(chartTypes),
  metrics: z.array(MetricName).min(1, 'Choose at least one metric').max(reportLimits.metrics),
  groupBy: z.enum(groupings),
  period: z.enum(periods),
  schedule: ReportSchedule.nullable(),
  /** Members who get each scheduled run by email. */
  recipients: z.array(Id).max(reportLimits.recipients),
}

export const CreateReportBody = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  chartType: fields.chartType.default('bar'),
  groupBy: fields.groupBy.default('time'),
  period: fields.period.default('30d'),
  schedule: fields.schedule.default(null),
  recipients: fields.recipients.default([]),
})
export type CreateReportBody = z.infer<typeof CreateReportBody>

export const UpdateReportBody = z.strictObject({
  ...z.object(fields).partial().shape,
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})
export type UpdateReportBody = z.infer<typeof UpdateReportBody>

/** What a reader sees of a run, or of now. */
export const ReportFigures = z.object({ report: Report, run: ReportRun.nullable(), answer: MetricAnswer }).meta({ id: 'ReportFigures' })
export type ReportFigures = z.infer<typeof ReportFigures>

export const ReportRunDetail = ReportRun.extend({
  /** Null until the run is done. */
  answer: MetricAnswer.nullable(),
}).meta({ id: 'ReportRunDetail' })
export type ReportRunDetail = z.infer<typeof ReportRunDetail>

const shareAudiences = ['members', 'anyone'] as const

export const ReportShare = z
  .object({
    id: Id,
    audience: z.enum(shareAudiences),
    /** Only in the answer that creates it: the address is kept as a hash. */
    url: z.string().nullable(),
    createdBy: z.string(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    revokedAt: Timestamp.nullable(),
    opened: z.int(),
  })
  .meta({ id: 'ReportShare' })
export type ReportShare = z.infer<typeof ReportShare>

export const shareDays = { fewest: 1, most: 365, usual: 30 } as const

/** Any token: for a link that a mail program truncated, an explanation is shown. */
const token = z.strictObject({ token: z.string().max(200) })

export const reports = operations(
  'reports',
  { read: 'reports:read', write: 'reports:write' },
  {
    list: get('/reports', 'List reports: templates first, then those of the organization, newest first', {
      query: z.strictObject({ type: z.enum(reportTypes).optional(), q: text(200).optional() }),
      reply: z.array(Report).max(reportLimits.reports + 20),
      v1: true,
    }),
    read: get('/reports/:id', 'Read a report', { reply: Report, v1: true }),
    create: create('/reports', 'Create a custom report', { body: CreateReportBody, reply: Report, v1: true }),
    update: update('/reports/:id', 'Change a report', { body: UpdateReportBody, reply: Report, v1: true }),
    remove: remove('/reports/:id', 'Delete a report with its runs and links', { v1: true }),
    figures: get('/reports/:id/figures', 'Figures of a report as of now, without those that the caller may not see', {
      query: z.strictObject({ period: z.enum(periods).optional() }),
      reply: ReportFigures,
      v1: true,
    }),
    run: post('/reports/:id/run', 'Run a report now: its figures are kept', { status: 202, reply: ReportRun, errors: [409], v1: true }),
    runs: get('/reports/:id/runs', 'List the newest runs of a report', { reply: z.array(ReportRun).max(50), v1: true }),
    readRun: get('/report-runs/:id', 'Read a run with the figures that it kept, without those that the caller may not see', {
      reply: ReportRunDetail,
      v1: true,
    }),
    export: get('/reports/:id/export', 'Figures of a report, or of one of its runs, as a file', {
      query: z.strictObject({ format: z.enum(reportFormats), period: z.enum(periods).optional(), run: Id.optional() }),
      file: 'application/*',
      rate: { max: 30, perSeconds: 60 },
      audited: true,
      errors: [413],
    }),
    exportAll: get('/reports/export', 'Figures of all listed reports over one period as a file', {
      query: z.strictObject({ format: z.enum(reportFormats), period: periodFields.period, type: z.enum(reportTypes).optional() }),
      file: 'application/*',
      rate: { max: 10, perSeconds: 60 },
      audited: true,
      errors: [413],
    }),
    shares: get('/reports/:id/shares', 'List the links of a report', { reply: z.array(ReportShare).max(reportLimits.shares) }),
    share: create('/reports/:id/shares', 'Make a link to a report, for members or for anyone, that expires', {
      body: z.strictObject({
        audience: z.enum(shareAudiences).default('members'),
        days: z.int().min(shareDays.fewest).max(shareDays.most).default(shareDays.usual),
      }),
      reply: ReportShare,
    }),
    revokeShare: post('/report-shares/:id/revoke', 'Revoke a link to a report', { reply: ReportShare }),
    readShared: get('/shared-reports/:token', 'Read the report behind a link as a member', {
      params: token,
      reply: ReportFigures,
      errors: [410],
    }),
    sharedPage: get('/public/reports/:token', 'Show the newest run of a report to anyone who has its link', {
      access: 'public',
      params: token,
      page: true,
      rate: { max: 60, perSeconds: 60 },
    }),
  },
)
