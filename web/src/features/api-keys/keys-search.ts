/** What a page of keys shows, as it stands in the address. */
export interface KeysSearch {
  q?: string
  status?: 'active' | 'inactive'
  /** The form of a new key is open. */
  create?: true
}

export type KeysSearchChange = { [K in keyof KeysSearch]?: KeysSearch[K] | undefined }

/** Leaves out what is undefined, so that an address holds only what differs from the usual. */
export const withoutBlanks = (search: KeysSearchChange): KeysSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 200) : undefined
}

/** Reads the address of the page; what makes no sense is left out. */
export const parseKeysSearch = (search: Record<string, unknown>): KeysSearch =>
  withoutBlanks({
    q: textOf(search['q']),
    status: search['status'] === 'active' || search['status'] === 'inactive' ? search['status'] : undefined,
    create: search['create'] === true || search['create'] === 'true' ? true : undefined,
  })
