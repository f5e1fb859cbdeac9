import { knowledgeSources } from '@imperium/contract/knowledge/knowledge-sources.ts'
import type { KnowledgeSource } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { mutation, query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { changed } from '../api.ts'

const pollMs = 3_000

export const isReading = ({ status }: KnowledgeSource): boolean => status === 'queued' || status === 'syncing'

/** Asked again while pages are being read. */
export const sourcesQuery = {
  ...query(knowledgeSources.list),
  refetchInterval: ({ state: { data } }: { state: { data?: KnowledgeSource[] | undefined } }) => (data?.some(isReading) ? pollMs : false),
  meta: { silent: true } as const,
}

export const invalidates = [['knowledge-sources'], ...changed]

export const syncMutation = mutation(knowledgeSources.sync, { failure: t('The web address could not be read again'), invalidates })
export const removeSourceMutation = mutation(knowledgeSources.remove, {
  success: t('Web address deleted'),
  failure: t('The web address could not be deleted'),
  invalidates,
})
