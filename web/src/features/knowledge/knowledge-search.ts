// Lists of the contract are written out here: this file is in the first chunk, and the contract of articles is not.
import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

export const categories = ['getting-started', 'api-reference', 'guides', 'faqs', 'troubleshooting'] as const
export type Category = (typeof categories)[number]
/** Short names that links from outside use. */
const shortNames: Readonly<Record<string, Category>> = { api: 'api-reference', faq: 'faqs' }

/** The state of the knowledge base in the URL. */
export interface KnowledgeSearch {
  q?: string
  /** All articles unless given. */
  category?: Category
  status?: 'DRAFT' | 'PUBLISHED'
  /** The open article. */
  article?: string
  /** The form of a new article is open. */
  create?: true
  /** The form of the open article is open. */
  edit?: true
}

export const parseKnowledgeSearch = (search: Record<string, unknown>): KnowledgeSearch =>
  withoutBlanks<KnowledgeSearch>({
    q: textOf(search['q']),
    category: shortNames[String(search['category'])] ?? oneOf(categories, search['category']),
    status: oneOf(['DRAFT', 'PUBLISHED'], search['status']),
    article: textOf(search['article'], 80),
    create: flagOf(search['create']),
    edit: flagOf(search['edit']),
  })
