/** What an assistant puts into the address of the consent page (OAuth 2.1). */
export interface ConnectSearch {
  client_id: string
  redirect_uri: string
  code_challenge: string
  code_challenge_method: string
  response_type: string
  scope?: string
  state?: string
  resource?: string
}

const required = ['client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method', 'response_type'] as const
const optional = ['scope', 'state', 'resource'] as const

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export function parseConnectSearch(search: Record<string, unknown>): ConnectSearch {
  const given = Object.fromEntries(required.map((name) => [name, textOf(search[name])]))
  const more = Object.fromEntries(optional.flatMap((name) => (textOf(search[name]) ? [[name, textOf(search[name])]] : [])))
  return { ...given, ...more } as unknown as ConnectSearch
}

/** Only a code, and only with a proof by SHA-256: OAuth 2.1 has no other way. */
export const isSupported = (search: ConnectSearch): boolean =>
  search.response_type === 'code' && search.code_challenge_method === 'S256' && search.code_challenge !== ''

/** The address that tells the assistant of a refusal. */
export function refusalAddress({ redirect_uri: uri, state }: ConnectSearch): string {
  const url = new URL(uri)
  url.searchParams.set('error', 'access_denied')
  if (state) url.searchParams.set('state', state)
  return url.href
}
