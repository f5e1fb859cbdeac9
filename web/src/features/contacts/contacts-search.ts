import { oneOf, textOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'

export const contactTabs = ['overview', 'messages', 'timeline', 'consent', 'notes'] as const
export type ContactTab = (typeof contactTabs)[number]
export const contactDialogs = ['create', 'fields', 'duplicates'] as const
export type ContactDialogName = (typeof contactDialogs)[number]

/** The complete state of the contacts page in the URL. */
export interface ContactsSearch {
  q?: string
  tag?: string
  source?: string
  reach?: 'email' | 'phone' | 'bounced'
  importId?: string
  /** Name of a contract sort, with `-` in front for descending. Default: newest first. */
  sort?: string
  /** The contact of the open details panel. */
  contact?: string
  tab?: ContactTab
  dialog?: ContactDialogName
}

/** Parses the page's URL and drops invalid values. Imports no schema because it is part of the first chunk. */
export function parseContactsSearch(search: Record<string, unknown>): ContactsSearch {
  return withoutBlanks<ContactsSearch>({
    ...textsOf(search, ['q', 'source', 'importId', 'sort', 'contact']),
    tag: textOf(search['tag'], 60),
    reach: oneOf(['email', 'phone', 'bounced'], search['reach']),
    tab: oneOf(contactTabs, search['tab']),
    dialog: oneOf(contactDialogs, search['create'] === true || search['create'] === 'true' ? 'create' : search['dialog']),
  })
}
