import type { MetricAnswer, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findStretches, readMetrics } from '../analytics/index.ts'
import { findProfile } from '../organizations/index.ts'
import type { ReportDefinition } from './present-report.ts'

interface Computing {
  definition: ReportDefinition
  /** The reader's choice; the report's own unless given, and 30 days of a template. */
  period?: PeriodName | undefined
  language: Language
  /** The end of the period; of a run of a slot, the slot. */
  now: Date
}

/** All figures of a report, whatever its reader may see. */
export async function computeAnswer(
  tx: OrgTx,
  { definition, period, language, now }: Computing,
  metrics = definition.metrics,
): Promise<MetricAnswer> {
  const profile = await findProfile(tx, tx.orgId)
  const timeZone = profile?.timeZone ?? 'UTC'
  return readMetrics(tx, {
    metrics,
    by: definition.groupBy,
    stretches: findStretches({ timeZone, now, period: period ?? definition.period ?? '30d', compare: 'previous' }),
    language,
    organization: profile?.name ?? '',
    now,
    may: () => true,
  })
}

/** The same, where a metric that cannot be computed costs the report that metric alone: it is named. @throws when none can. */
export async function computeSafely(platform: Platform, orgId: string, computing: Computing): Promise<MetricAnswer> {
  const { metrics } = computing.definition
  try {
    return await platform.db.withOrg(orgId, (tx) => computeAnswer(tx, computing))
  } catch (error) {
    platform.log.warn({ orgId, err: error }, 'a report is computed metric by metric')
  }
  const answers: MetricAnswer[] = []
  const failed: MetricId[] = []
  let cause: unknown
  for (const metric of metrics) {
    try {
      answers.push(await platform.db.withOrg(orgId, (tx) => computeAnswer(tx, computing, [metric])))
    } catch (error) {
      platform.log.error({ orgId, metric, err: error }, 'a metric of a report could not be computed')
      failed.push(metric)
      cause = error
    }
  }
  const [first] = answers
  if (!first) throw cause
  return { ...first, results: answers.flatMap(({ results }) => results), failed }
}
