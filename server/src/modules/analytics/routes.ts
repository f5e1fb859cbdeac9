import { analytics } from '@imperium/contract/analytics/analytics.ts'
import type { MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import { factsOf, metricIds } from '@imperium/contract/analytics/metrics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { AttributionModel } from '@imperium/contract/analytics/attribution.ts'
import { forbidden } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { metricGoals } from '@imperium/contract/analytics/metric-goals.ts'
import { metricViews } from '@imperium/contract/analytics/metric-views.ts'
import { ask } from '@imperium/contract/analytics/ask.ts'
import { attribution, funnels } from '@imperium/contract/analytics/attribution.ts'
import { metricAlerts } from '@imperium/contract/analytics/metric-alerts.ts'
import { createAlert, readAlerts, removeAlert, updateAlert } from './alerts/change-alerts.ts'
import { readQuestion } from './ask/read-question.ts'
import { listAttributed, readAttribution } from './attribution/read-attribution.ts'
import { readFunnel } from './attribution/read-funnel.ts'
import { createGoal, readGoals, removeGoal } from './goals/change-goals.ts'
import { createView, pinViews, readViews, removeView } from './views/change-views.ts'
import { hasRows, listCounted } from './list-counted.ts'
import { findStretches } from './find-stretches.ts'
import type { AskedPeriod } from './find-stretches.ts'
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

export const metricAlertOperations = (platform: Platform) =>
  bindOperations(metricAlerts, {
    list: (_input, context) => readAlerts(context),
    create: ({ body }, context) => createAlert(context, body),
    update: ({ params, body }, context) => updateAlert(platform, context, params.id, body),
    remove: ({ params }, context) => removeAlert(context, params.id),
  })

export const attributionOperations = ({ clock }: Platform) => {
  const askedOf = (
    { model, days, ...period }: { model: AttributionModel; days: number } & Pick<AskedPeriod, 'period' | 'from' | 'to'>,
    { org, caller }: OrgContext,
  ) => ({
    model,
    days,
    stretches: findStretches({ ...period, compare: 'none', grain: 'month', timeZone: org.timeZone, now: clock.now() }),
    now: clock.now(),
    language: caller.preferences.language,
  })
  return bindOperations(attribution, {
    read: ({ query }, context) => readAttribution(context.tx, askedOf(query, context)),
    rows: ({ query: { currency, kind, key, ...query } }, context) =>
      listAttributed(context.tx, askedOf(query, context), { currency, kind, key }),
  })
}

export const funnelOperations = ({ clock }: Platform) =>
  bindOperations(funnels, {
    read: ({ query: { steps, days, campaignId, ...period } }, { tx, org, may }) => {
      if (steps.includes('invoiced') && !may('sales:read')) throw forbidden()
      const stretches = findStretches({ ...period, compare: 'none', grain: 'month', timeZone: org.timeZone, now: clock.now() })
      return readFunnel(tx, { steps, days, campaignId: campaignId ?? null, stretches, now: clock.now() })
    },
  })

export const askOperations = () =>
  bindOperations(ask, {
    read: async ({ body }, { caller, may }) => readQuestion(body.question, { language: caller.preferences.language, may }),
  })

export const viewOperations = () =>
  bindOperations(metricViews, {
    list: (_input, context) => readViews(context),
    create: ({ body }, context) => createView(context, body),
    remove: ({ params }, context) => removeView(context, params.id),
    pin: ({ body }, context) => pinViews(context, body.ids),
  })

export const goalOperations = (platform: Platform) =>
  bindOperations(metricGoals, {
    list: (_input, context) => readGoals(platform, context),
    create: ({ body }, context) => createGoal(platform, context, body),
    remove: ({ params }, context) => removeGoal(context, params.id),
  })
