import { alertTold } from '@imperium/contract/events/analytics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyMember } from './notify-member.ts'

/** Members hear that a metric passed the limit of an alert, that nothing was counted, or that it is back within the limit. */
export const notifyMetricAlert = (platform: Platform) =>
  onEvent({
    event: alertTold,
    name: 'notifications.tellMetricAlert',
    run: async ({ orgId, eventId, payload }) => {
      const { alertId, name, isFiring, condition, threshold, value, currency, recipients } = payload
      const unit = payload.unit as MetricResult['unit']
      // The limit of a change is a percentage, whatever the metric's unit.
      const isChange = condition === 'rises' || condition === 'falls'
      for (const userId of recipients)
        await notifyMember(platform, orgId, userId, {
          kind: isFiring ? (condition === 'missing' ? 'metric-silent' : 'metric-alert') : 'metric-resolved',
          values: {
            name,
            metric: payload.metric as MetricId,
            value: { measured: value, unit, currency },
            bound: { measured: threshold, unit: isChange ? 'percent' : unit, currency },
          },
          actionUrl: `analytics?alert=${alertId}`,
          source: `metric-alert:${eventId}`,
        })
    },
  })
