/** What a provider says of a person, once its answer was checked. */
export interface Claims {
  issuer: string
  /** Who it is at the issuer, for ever; the address may change hands (SEC-8). */
  subject: string
  email: string | null
  /** Null: the provider says nothing about it. */
  emailVerified: boolean | null
  firstName: string
  lastName: string
}

/** What ties one attempt together: state and nonce come back to us, the verifier proves that the code was asked for by us. */
export interface Attempt {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
}

/** A provider, whatever protocol it speaks. */
export interface ProviderClient {
  /** The provider's page for the browser. `hint` is the address that the person gave. */
  authorizeUrl(attempt: Attempt, hint?: string): Promise<string>
  /** Checks the answer and exchanges its code. `search` is the query as the browser brought it. Throws on whatever is not right. */
  readAnswer(attempt: Attempt, search: string): Promise<Claims>
}

/** First and last name of what providers give; from the address where they give none. */
export function namesOf(given: unknown, family: unknown, full: unknown, email: string | null): { firstName: string; lastName: string } {
  const first = clean(given)
  const last = clean(family)
  if (first) return { firstName: first, lastName: last }
  const [head = '', ...rest] = clean(full).split(' ')
  if (head) return { firstName: head, lastName: rest.join(' ').slice(0, 80) }
  return { firstName: clean(email?.split('@')[0]) || 'New', lastName: '' }
}

/** A name as a form would take it: one line, no control characters, at most 80 characters. */
const clean = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, 80)
    : ''
