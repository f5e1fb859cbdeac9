// Lists of the contract are written out here: this file is in the first chunk, and the contract of articles is not.
import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

export const categories = ['getting-started', 'api-reference', 'guides', 'faqs', 'troubleshooting'] as const
export type Category = (typeof categories)[number]
/** Short names that links from outside use. */
const shortNames: Readonly<Record<string, Category>> = { api: 'api-reference', faq: 'faqs' }

export const tabs = ['documents', 'collections', 'questions', 'search'] as const
const documentStatuses = ['queued', 'processing', 'ready', 'failed'] as const

/** The state of the knowledge base in the URL. */
export interface KnowledgeSearch {
  q?: string
  /** All articles unless given. */
  category?: Category
  status?: 'DRAFT' | 'PUBLISHED'
  /** The open article. */
  article?: string
  /** Articles unless given. */
  tab?: (typeof tabs)[number]
  /** The open document. */
  document?: string
  /** The first passage of it that is shown. */
  from?: number
  /** The start of a passage, to show it in the open article or document. */
  quote?: string
  /** The unanswered question that a new article answers. */
  question?: string
  /** Filters of documents. */
  collection?: string
  documentStatus?: (typeof documentStatuses)[number]
  /** The form of a new article is open. */
  create?: true
  /** The form of the open article is open. */
  edit?: true
}

const numberOf = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

export const parseKnowledgeSearch = (search: Record<string, unknown>): KnowledgeSearch =>
  withoutBlanks<KnowledgeSearch>({
    q: textOf(search['q']),
    category: shortNames[String(search['category'])] ?? oneOf(categories, search['category']),
    status: oneOf(['DRAFT', 'PUBLISHED'], search['status']),
    article: textOf(search['article'], 80),
    tab: oneOf(tabs, search['tab']),
    document: textOf(search['document'], 80),
    from: numberOf(search['from']),
    quote: textOf(search['quote'], 200),
    question: textOf(search['question'], 80),
    collection: textOf(search['collection'], 80),
    documentStatus: oneOf(documentStatuses, search['documentStatus']),
    create: flagOf(search['create']),
    edit: flagOf(search['edit']),
  })
