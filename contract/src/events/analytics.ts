import { z } from 'zod'
import { defineEvent, defineInternalEvent } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

const alert = z.object({
  alertId: Id,
  name: z.string(),
  /** Id of the metric, and its name in English. */
  metric: z.string(),
  label: z.string(),
  /** In the metric's unit: millionths of a dollar, minor units, percent, a count. Null: nothing was counted. */
  value: z.number().nullable(),
  unit: z.string(),
  currency: z.string().nullable(),
  condition: z.string(),
  threshold: z.number().nullable(),
})

const sample: z.output<typeof alert> = {
  alertId: oneId,
  name: 'Many failures',
  metric: 'agent_runs_failed',
  label: 'Failed agent runs',
  value: 12,
  unit: 'count',
  currency: null,
  condition: 'above',
  threshold: 10,
}

export const analyticsEvents = {
  alertFired: defineEvent('metric.alert.fired', 'A metric passed the limit of an alert', alert, sample),
  alertResolved: defineEvent('metric.alert.resolved', 'A metric is back within the limit of an alert', alert, { ...sample, value: 3 }),
}

/** Members hear of an alert: when it fires or resolves, and behind its quiet hours if one of them passed unheard. */
export const alertTold = defineInternalEvent('metric.alert.told', alert.extend({ isFiring: z.boolean(), recipients: z.array(Id).max(50) }))
