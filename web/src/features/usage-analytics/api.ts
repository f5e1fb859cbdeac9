import { usageAnalytics } from '@imperium/contract/usage-analytics.ts'
import type { UsagePart, UsagePeriod } from '@imperium/contract/usage-analytics.ts'
import { query } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { t } from '../../lib/words.ts'

// Failures are shown on the page.
const live = { meta: { silent: true }, staleTime: 30_000 } as const

export const usageQuery = (period: UsagePeriod) => ({ ...query(usageAnalytics.dashboard, { query: { period } }), ...live })
export const alertQuery = { ...query(usageAnalytics.alert), ...live }
export const breakdownQuery = (period: UsagePeriod, by: UsagePart) => ({
  ...query(usageAnalytics.breakdown, { query: { period, by } }),
  ...live,
})

export const exportMutation = {
  mutationFn: (search: { period: UsagePeriod; by: UsagePart }) => downloadFile(usageAnalytics.export, { query: search }),
  meta: { failure: t('The export failed. Please try again.') },
}
