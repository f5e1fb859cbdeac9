import { reports, reportLimits } from '@imperium/contract/reports/reports.ts'
import type { ReportFigures } from '@imperium/contract/reports/reports.ts'
import type { MetricAnswer, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { createReport, removeReport, updateReport } from './change-reports.ts'
import { computeAnswer } from './compute-answer.ts'
import { writeAllReports } from './files/write-all.ts'
import { writeFileOf } from './files/write-file.ts'
import { presentReports, readReport } from './present-report.ts'
import { definitionOf, startRun } from './run-report.ts'
import { findRun, newestRuns, toRun } from './run-store.ts'
import { seeAnswer } from './see-answer.ts'
import type { Reader } from './see-answer.ts'
import { createShare, hashToken, openShare, revokeShare } from './shares/change-shares.ts'
import { showSharedReport } from './shares/shared-page.ts'
import { countOpening, listShares, toShare } from './shares/share-store.ts'
import { listReports } from './store.ts'

const mostRuns = 50

const readerOfContext = ({ may, caller }: OrgContext): Reader => ({ may, language: caller.preferences.language })

/** As of now, of what the caller may see. @throws 404 */
async function readFigures({ clock }: Platform, context: OrgContext, id: string, period?: PeriodName): Promise<ReportFigures> {
  const { tx, caller } = context
  const report = await readReport(tx, context, id)
  const definition = await definitionOf(tx, id, caller.preferences.language)
  const answer = await computeAnswer(tx, { definition, period, language: caller.preferences.language, now: clock.now() })
  return { report, run: null, answer: seeAnswer(answer, definition, readerOfContext(context)) }
}

/** Of a run of this report. @throws 404; 409 for one that is not done. */
async function readKept(context: OrgContext, reportId: string, runId: string): Promise<MetricAnswer> {
  const { run, answer } = found(await findRun(context.tx, runId))
  if (run.reportId !== reportId) throw notFound()
  if (!answer) throw conflict('This run has no figures.')
  const definition = await definitionOf(context.tx, reportId, context.caller.preferences.language)
  return seeAnswer(answer, definition, readerOfContext(context))
}

export const reportOperations = (platform: Platform) =>
  bindOperations(reports, {
    list: async ({ query }, context) => {
      const { tx } = context
      const listed = await presentReports(tx, context, await listReports(tx, undefined, reportLimits.reports))
      const text = query.q?.toLowerCase() ?? ''
      return listed.filter(
        ({ type, name, description }) => (!query.type || type === query.type) && `${name} ${description}`.toLowerCase().includes(text),
      )
    },
    read: ({ params }, context) => readReport(context.tx, context, params.id),
    create: ({ body }, context) => createReport(platform, context, body),
    update: ({ params, body }, context) => updateReport(platform, context, params.id, body),
    remove: ({ params }, context) => removeReport(context, params.id),
    figures: ({ params, query }, context) => readFigures(platform, context, params.id, query.period),
    run: ({ params }, context) => startRun(platform, context, params.id),
    runs: async ({ params }, context) => {
      await readReport(context.tx, context, params.id)
      return (await newestRuns(context.tx, params.id, mostRuns)).map((row) => toRun(row))
    },
    readRun: async ({ params }, context) => {
      const { run, answer } = found(await findRun(context.tx, params.id))
      return { ...run, answer: answer && (await readKept(context, run.reportId, run.id)) }
    },
    export: async ({ params, query: { format, period, run } }, context) => {
      const { org, caller, audit } = context
      const { language } = caller.preferences
      const { report, answer } = await context.inOrg(async (tx) => {
        const within = { ...context, tx }
        if (!run) return readFigures(platform, within, params.id, period)
        return { report: await readReport(tx, within, params.id), answer: await readKept(within, params.id, run) }
      })
      audit({ targetId: report.id, targetName: report.name, after: { format, period: period ?? report.period } })
      return writeFileOf({
        orgId: org.id,
        format,
        language,
        name: report.name,
        chartType: report.chartType,
        answer,
        organization: org.name,
      })
    },
    exportAll: async ({ query }, context) => {
      context.audit({ after: query })
      return writeAllReports(platform, context, query)
    },
    shares: async ({ params }, context) => {
      await readReport(context.tx, context, params.id)
      return (await listShares(context.tx, params.id, reportLimits.shares)).map((row) => toShare(row, null))
    },
    share: ({ params, body }, context) => createShare(platform, context, params.id, body),
    revokeShare: ({ params }, context) => revokeShare(platform, context, params.id),
    readShared: async ({ params }, context) => {
      const share = await openShare(context.tx, hashToken(params.token), platform.clock.now())
      if (context.method !== 'HEAD') await countOpening(context.tx, share.id)
      return readFigures(platform, context, share.reportId)
    },
    sharedPage: ({ params }, context) => showSharedReport(platform, context, params.token),
  })
