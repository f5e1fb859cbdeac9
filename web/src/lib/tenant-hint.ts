import { readStored, writeStored } from './storage.ts'

/** First host labels that name no organization: operators use them for the product itself. */
const plainLabels = new Set(['www', 'api', 'app', 'admin', 'mail'])

/** The organization that a host names: the first of three or more labels. Null for an IP address and for general names. */
function slugOfHost(hostname: string): string | null {
  const labels = hostname.split('.')
  const [first = ''] = labels
  if (labels.length < 3 || /^[\d.]+$/.test(hostname) || hostname.includes(':') || plainLabels.has(first)) return null
  return first
}

const isLocal = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'

const customDomainKey = (hostname: string) => `customDomain:${hostname}`

const writtenDomain = () => document.querySelector<HTMLMetaElement>('meta[name="custom-domain"]')

/** Keeps what the server wrote into the page about its host (the operator's CUSTOM_DOMAINS); nothing written: none. */
export function rememberCustomDomain(hostname: string): void {
  writeStored(customDomainKey(hostname), writtenDomain()?.content || null)
}

/** On a custom domain, the page where providers and passkeys sign in: they know only the operator's own host. */
export const signInElsewhere = (): string | undefined => writtenDomain()?.dataset['signIn']

/**
 * The organization that an address without /org/{slug} asks for: the query parameter `tenant` (on localhost also `org`), then the custom
 * domain, then the first label of the host. Only a hint: the label may be the operator's own. Null for none.
 */
export function tenantHint({ search, hostname }: { search: string; hostname: string }): string | null {
  const query = new URLSearchParams(search)
  const named = query.get('tenant') ?? (isLocal(hostname) ? query.get('org') : null)
  const slug = named ?? readStored(customDomainKey(hostname)) ?? slugOfHost(hostname)
  return slug !== null && /^[a-z0-9][a-z0-9-]{0,99}$/.test(slug) ? slug : null
}
