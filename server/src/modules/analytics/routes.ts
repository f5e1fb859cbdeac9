import { analytics } from '@imperium/contract/analytics/analytics.ts'
import type { MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import { factsOf, metricIds } from '@imperium/contract/analytics/metrics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { hasRows, listCounted } from './list-counted.ts'
import { findStretches } from './find-stretches.ts'
import { readMetrics } from './read-metrics.ts'
import { wordsIn } from './words/metric-words.ts'

function definitionOf(id: MetricId, language: Language, timeZone: string): MetricDefinition {
  const { area, unit, additivity, splits, empty, counted, version, goodWhen } = factsOf(id)
  const { label, text } = wordsIn(language).metrics[id]
  return { id, area, label, text, unit, additivity, splits: [...splits], timeZone, empty, counted, version, goodWhen, hasRows: hasRows(id) }
}

export const analyticsOperations = ({ clock }: Platform) =>
  bindOperations(analytics, {
    metrics: async (_input, { may, caller, org }) =>
      metricIds.filter((id) => may(factsOf(id).permission)).map((id) => definitionOf(id, caller.preferences.language, org.timeZone)),
    rows: ({ query }, context) => listCounted(context, query),
    query: async ({ query: { metrics, by, ...period } }, { tx, may, caller, org }) =>
      readMetrics(tx, {
        metrics,
        by,
        stretches: findStretches({ ...period, timeZone: org.timeZone, now: clock.now() }),
        language: caller.preferences.language,
        organization: org.name,
        now: clock.now(),
        may,
      }),
  })
