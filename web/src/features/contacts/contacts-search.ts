export const contactTabs = ['overview', 'timeline', 'consent'] as const
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

/** New values for some of the parameters; undefined removes one. */
export type ContactsSearchChange = { [K in keyof ContactsSearch]?: ContactsSearch[K] | undefined }

/** A parameter as text: the router reads `?q=42` as a number. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

const oneOf = <const T extends string>(allowed: readonly T[], value: unknown): T | undefined => allowed.find((each) => each === value)

/** Leaves out what is undefined, so that an address holds only what differs from the usual. */
export function withoutBlanks(search: ContactsSearchChange): ContactsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Reads the address of the page; what makes no sense is left out. Imports no schema: it is part of the first chunk. */
export function parseContactsSearch(search: Record<string, unknown>): ContactsSearch {
  return withoutBlanks({
    q: textOf(search['q'])?.slice(0, 200),
    tag: textOf(search['tag'])?.slice(0, 60),
    source: textOf(search['source']),
    reach: oneOf(['email', 'phone', 'bounced'], search['reach']),
    importId: textOf(search['importId']),
    sort: textOf(search['sort']),
    contact: textOf(search['contact']),
    tab: oneOf(contactTabs, search['tab']),
    dialog: oneOf(contactDialogs, search['create'] === true || search['create'] === 'true' ? 'create' : search['dialog']),
  })
}
