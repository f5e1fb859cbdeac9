// Lists of the contract are written out here: this file is in the first chunk, and the contract of templates is not.
import { oneOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'
export const templateTabs = ['agent', 'campaign', 'workflow'] as const
export type TemplateTab = (typeof templateTabs)[number]
const types = ['official', 'community'] as const
const sorts = ['popular', 'recent', 'trending'] as const

/** The catalogue's state in the URL. */
export interface TemplatesSearch {
  /** Agent Templates unless given. */
  tab?: TemplateTab
  q?: string
  type?: (typeof types)[number]
  /** Most Popular unless given. */
  sort?: (typeof sorts)[number]
  /** Separated by commas. */
  tags?: string
  /** Key of the previewed template. */
  preview?: string
}

export const parseTemplatesSearch = (search: Record<string, unknown>): TemplatesSearch =>
  withoutBlanks<TemplatesSearch>({
    tab: oneOf(templateTabs.slice(1), search['tab']),
    ...textsOf(search, ['q', 'tags', 'preview']),
    type: oneOf(types, search['type']),
    sort: oneOf(sorts.slice(1), search['sort']),
  })
