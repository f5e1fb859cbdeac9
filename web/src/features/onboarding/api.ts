import { demoData } from '@imperium/contract/onboarding/demo-data.ts'
import type { DemoData } from '@imperium/contract/onboarding/demo-data.ts'
import { onboarding } from '@imperium/contract/onboarding/onboarding.ts'
import type { Onboarding } from '@imperium/contract/onboarding/onboarding.ts'
import { call, mutation, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'

/** While demo data is loaded or removed, which takes some seconds. */
const pollMs = 500

export const isBusy = (demo: DemoData | undefined): boolean => demo?.status === 'loading' || demo?.status === 'removing'

export const onboardingQuery = { ...query(onboarding.read), staleTime: 10_000, meta: { silent: true } }
/** Whether the question for a first goal, or the steps that are left, are shown; not to a role that can do none of them. */
export const hasChecklist = (onboarding: Onboarding | undefined): boolean =>
  onboarding !== undefined && !onboarding.dismissed && onboarding.steps.length > 1

export const chooseMutation = {
  ...mutation(onboarding.update, { failure: t('Failed to save your choice') }),
  onSuccess: (saved: Onboarding) => queryClient.setQueryData(onboardingQuery.queryKey, saved),
}

const plain = query(demoData.read)
export const demoQuery = {
  ...plain,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const before = queryClient.getQueryData(plain.queryKey)
    const now = await call(demoData.read, {}, { signal })
    // Every list and number has changed.
    if (isBusy(before) && !isBusy(now)) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'demo-data' })
    return now
  },
  staleTime: 60_000,
  refetchInterval: ({ state }: { state: { data?: DemoData | undefined } }) => (isBusy(state.data) ? pollMs : false),
  meta: { silent: true },
}
const shown = { onSuccess: (now: DemoData) => queryClient.setQueryData(plain.queryKey, now) }
export const loadMutation = { ...mutation(demoData.load, { failure: t('Failed to load the demo data') }), ...shown }
export const removeMutation = { ...mutation(demoData.remove, { failure: t('Failed to remove the demo data') }), ...shown }
