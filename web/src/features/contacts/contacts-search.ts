import { oneOf, textOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'

export const contactTabs = ['overview', 'messages', 'timeline', 'consent'] as const
export type ContactTab = (typeof contactTabs)[number]
export const contactDialogs = ['create', 'fields', 'duplicates'] as const
export type ContactDialogName = (typeof contactDialogs)[number]

/** Everything the contacts page shows, as it stands in the address. */
export interface ContactsSearch {
  q?: string
  tag?: string
  source?: string
  reach?: 'email' | 'phone' | 'bounced'
  importId?: string
  /** Name of a sort of the contract, with `-` in front for descending. The newest come first unless given. */
  sort?: string
  /** The contact whose details are open. */
  contact?: string
  tab?: ContactTab
  dialog?: ContactDialogName
}

/** Reads the address of the page; what makes no sense is left out. Imports no schema: it is part of the first chunk. */
export function parseContactsSearch(search: Record<string, unknown>): ContactsSearch {
  return withoutBlanks<ContactsSearch>({
    ...textsOf(search, ['q', 'source', 'importId', 'sort', 'contact']),
    tag: textOf(search['tag'], 60),
    reach: oneOf(['email', 'phone', 'bounced'], search['reach']),
    tab: oneOf(contactTabs, search['tab']),
    dialog: oneOf(contactDialogs, search['create'] === true || search['create'] === 'true' ? 'create' : search['dialog']),
  })
}
