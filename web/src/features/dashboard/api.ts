import { dashboard, days as periods } from '@imperium/contract/dashboard.ts'
import { demoData } from '@imperium/contract/onboarding/demo-data.ts'
import { onboarding } from '@imperium/contract/onboarding/onboarding.ts'
import { query } from '../../lib/api.ts'

/** Length of the period in days, as the address and the API write it. */
export type Period = (typeof periods)[number]
export { periods }

/** Polling interval of a visible dashboard, so that a finished run appears without a reload. */
const refreshMs = 15_000
/** Recent activity shows this many entries: about a card's height. */
const activityLimit = 10

// One failure is announced once for the whole page, not by each query and each refresh: see useFailureNotice.
const live = { meta: { silent: true }, refetchInterval: refreshMs, staleTime: refreshMs / 2 } as const

export const statsQuery = (days: Period) => ({ ...query(dashboard.stats, { query: { days } }), ...live })
export const chartsQuery = (days: Period) => ({ ...query(dashboard.charts, { query: { days } }), ...live })
/** Counts single runs and messages, so it is asked less often. */
export const workQuery = (days: Period) => ({ ...query(dashboard.work, { query: { days } }), ...live, refetchInterval: 60_000 })
export const activityQuery = { ...query(dashboard.activity, { query: { limit: activityLimit } }), ...live }

// Read ahead with the page: the feature `onboarding` loads later.
export const onboardingReading = { ...query(onboarding.read), staleTime: 10_000, meta: { silent: true } }
export const demoReading = { ...query(demoData.read), staleTime: 60_000, meta: { silent: true } }
