/** A provider's claims about a user, after its response was verified. */
export interface Claims {
  issuer: string
  /** The permanent id of the user at the issuer; an address may change owners (SEC-8). */
  subject: string
  email: string | null
  /** Null: the provider gives no information about it. */
  emailVerified: boolean | null
  firstName: string
  lastName: string
}

/** The values of one attempt: state and nonce are returned to us, the verifier proves that we requested the code. */
export interface Attempt {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
}

/** A provider, whatever its protocol. */
export interface ProviderClient {
  /** The URL of the provider's page. `hint` is the address that the user entered. */
  authorizeUrl(attempt: Attempt, hint?: string): Promise<string>
  /** Verifies the response and exchanges its code. `search` is the query string of the browser's request. Throws on any error. */
  exchangeCallback(attempt: Attempt, search: string): Promise<Claims>
}

/** First and last name from the provider's claims; from the address if they are missing. */
export function namesOf(given: unknown, family: unknown, full: unknown, email: string | null): { firstName: string; lastName: string } {
  const first = clean(given)
  const last = clean(family)
  if (first) return { firstName: first, lastName: last }
  const [head = '', ...rest] = clean(full).split(' ')
  if (head) return { firstName: head, lastName: rest.join(' ').slice(0, 80) }
  return { firstName: clean(email?.split('@')[0]) || 'New', lastName: '' }
}

/** A name as a form would accept it: one line, no control characters, at most 80 characters. */
const clean = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, 80)
    : ''
