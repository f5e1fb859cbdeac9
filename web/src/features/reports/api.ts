import type { PeriodName } from '@imperium/contract/analytics/analytics.ts'
import { reports } from '@imperium/contract/reports/reports.ts'
import type { ReportFormat, ReportType } from '@imperium/contract/reports/reports.ts'
import { team } from '@imperium/contract/team.ts'
import { keyOf, mutation, query } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { t } from '../../lib/words.ts'

const silent = { meta: { silent: true } } as const

export const reportsQuery = { ...query(reports.list, { query: {} }), ...silent, staleTime: 10_000 }
export const figuresQuery = (id: string, period: PeriodName | undefined) => ({
  ...query(reports.figures, { params: { id }, query: period ? { period } : {} }),
  ...silent,
})
export const sharedQuery = (token: string) => ({ ...query(reports.readShared, { params: { token } }), ...silent, staleTime: Infinity })
/** Asked again while the run waits or works. */
export const runQuery = (id: string) => ({
  ...query(reports.readRun, { params: { id } }),
  ...silent,
  refetchInterval: (found: { state: { data?: { state: string } | undefined } }) =>
    ['queued', 'running'].includes(found.state.data?.state ?? '') ? 2_000 : (false as const),
})
export const runsQuery = (id: string) => ({ ...query(reports.runs, { params: { id } }), ...silent })
export const sharesQuery = (id: string) => ({ ...query(reports.shares, { params: { id } }), ...silent })
/** Who can get a scheduled report. */
export const membersQuery = { ...query(team.members, { query: { status: 'ACTIVE', limit: 200 } }), ...silent, staleTime: 30_000 }

export const changed = [keyOf(reports.list), keyOf(reports.read), keyOf(reports.figures)]

export const removeMutation = mutation(reports.remove, {
  success: t('Report deleted'),
  failure: t('The report could not be deleted'),
  invalidates: changed,
})
export const runMutation = mutation(reports.run, {
  success: t('The report runs now'),
  failure: t('The report could not be run'),
  invalidates: [keyOf(reports.list), keyOf(reports.runs)],
})
export const shareMutation = mutation(reports.share, { failure: t('The link could not be made'), invalidates: [keyOf(reports.shares)] })
export const revokeMutation = mutation(reports.revokeShare, {
  success: t('Link revoked'),
  failure: t('The link could not be revoked'),
  invalidates: [keyOf(reports.shares)],
})

interface Export {
  id: string
  format: ReportFormat
  period?: PeriodName | undefined
  run?: string | undefined
}
const failure = { meta: { failure: t('The export failed. Please try again.') } }

export const exportMutation = {
  mutationFn: ({ id, format, period, run }: Export) =>
    downloadFile(reports.export, { params: { id }, query: { format, ...(period ? { period } : {}), ...(run ? { run } : {}) } }),
  ...failure,
}
export const exportAllMutation = {
  mutationFn: ({ format, period, type }: { format: ReportFormat; period: PeriodName; type?: ReportType | undefined }) =>
    downloadFile(reports.exportAll, { query: { format, period, ...(type ? { type } : {}) } }),
  ...failure,
}
