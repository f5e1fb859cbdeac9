/** What the team page shows, as it stands in the address. */
export interface TeamSearch {
  q?: string
  role?: string
  status?: string
  /** The invitation form is open. */
  invite?: true
}

export type TeamSearchChange = { [K in keyof TeamSearch]?: TeamSearch[K] | undefined }

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 200) : undefined
}

/** Leaves out what is undefined, so that an address holds only what differs from the usual. */
export const withoutBlanks = (search: TeamSearchChange): TeamSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** Reads the address of the page; what makes no sense is left out. */
export const parseTeamSearch = (search: Record<string, unknown>): TeamSearch =>
  withoutBlanks({
    q: textOf(search['q']),
    role: textOf(search['role'])?.toUpperCase(),
    status: textOf(search['status'])?.toUpperCase(),
    invite: search['invite'] === true || search['invite'] === 'true' ? true : undefined,
  })
