import type { QueryClient } from '@tanstack/react-query'
import { templates } from '@imperium/contract/templates.ts'
import { keyOf, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { TemplateTab, TemplatesSearch } from './templates-search.ts'

/** The heading shows the catalogue's count, so its first page has the maximum size. */
const pageRows = 200
const loadFailed = { failure: t('Failed to load templates') } as const
const inPlace = { silent: true } as const

export const tagsOf = ({ tags }: Pick<TemplatesSearch, 'tags'>): readonly string[] => tags?.split(',').filter(Boolean) ?? []

export const templatesQuery = ({ tab = 'agent', q, type, sort = 'popular', tags }: TemplatesSearch) => ({
  ...pages(templates.list, {
    query: { category: tab, sort, limit: pageRows, ...(q ? { q } : {}), ...(type ? { type } : {}), ...(tags ? { tags } : {}) },
  }),
  staleTime: 0,
  meta: inPlace,
})
export const overviewQuery = (category: TemplateTab) => ({
  ...query(templates.overview, { query: { category } }),
  staleTime: 0,
  meta: loadFailed,
})
export const templateQuery = (key: string) => ({ ...query(templates.read, { params: { key } }), staleTime: 0, meta: inPlace })

/** Reads the catalogue again: after a use, a rating or a publishing. */
export const refreshTemplates = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: keyOf(templates.list).slice(0, 1) })
}
