import { segments } from '@imperium/contract/contacts/segments.ts'
import type { Call } from '@imperium/contract/kit/endpoint.ts'
import type { SegmentRules } from '@imperium/contract/contacts/segment-rules.ts'
import { call, keyOf, mutation, pages, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'

const inPlace = { silent: true } as const
const changed = [keyOf(segments.list), keyOf(segments.read), keyOf(segments.choices), keyOf(segments.contacts)]

export const segmentsQuery = (q: string | undefined) => ({
  ...pages(segments.list, { query: { ...(q ? { q } : {}), limit: 100 } }),
  meta: inPlace,
})
export const segmentQuery = (id: string) => ({ ...query(segments.read, { params: { id } }), meta: inPlace })
export const choicesQuery = { ...query(segments.choices), staleTime: 30_000, meta: inPlace }
export const linksQuery = (id: string) => ({ ...query(segments.links, { params: { id } }), staleTime: 30_000, meta: inPlace })
export const previewQuery = (rules: SegmentRules) => ({
  ...query(segments.preview, { body: { rules } }),
  staleTime: 15_000,
  retry: false,
  meta: inPlace,
})
export const membersQuery = (id: string) => ({
  ...pages(segments.contacts, { params: { id }, query: { limit: 100 } }),
  staleTime: 15_000,
  retry: false,
  meta: inPlace,
})
/** All segments by name, for the picker. */
export const namesQuery = { ...query(segments.list, { query: { limit: 200 } }), meta: inPlace }

export const createMutation = mutation(segments.create, { success: t('Segment saved'), silent: true, invalidates: changed })
export const updateMutation = mutation(segments.update, { success: t('Segment saved'), silent: true, invalidates: changed })
export const cloneMutation = mutation(segments.clone, {
  success: t('Segment copied'),
  failure: t('Failed to copy the segment'),
  invalidates: changed,
})
export const removeMutation = mutation(segments.remove, {
  success: t('Segment deleted'),
  failure: t('Failed to delete the segment'),
  invalidates: changed,
})
export const countMutation = mutation(segments.count, {
  failure: t('Failed to count the segment'),
  invalidates: [keyOf(segments.list), keyOf(segments.read)],
})
/** A model may take its time. */
export const describeMutation = {
  mutationFn: (input: Call<typeof segments.describe>) => call(segments.describe, input, { timeoutMs: 50_000 }),
  meta: inPlace,
}

export function prefetchList(): void {
  void queryClient.prefetchInfiniteQuery(segmentsQuery(undefined))
}
