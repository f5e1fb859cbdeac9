/** First host labels that name no organization (S1 section 7). */
const plainLabels = new Set(['www', 'api', 'app', 'admin', 'mail'])

/** The organization that a host names: the first of three or more labels. Null for an IP address and for general names. */
function slugOfHost(hostname: string): string | null {
  const labels = hostname.split('.')
  const [first = ''] = labels
  if (labels.length < 3 || /^[\d.]+$/.test(hostname) || hostname.includes(':') || plainLabels.has(first)) return null
  return first
}

const isLocal = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'

/**
 * The organization that an address without /org/{slug} asks for: the query parameter `tenant` (on localhost also `org`), then the first
 * label of the host (S1 section 7). A hint only: the guard of /org/{slug} checks the membership. Null for none.
 */
export function tenantHint({ search, hostname }: { search: string; hostname: string }): string | null {
  const query = new URLSearchParams(search)
  const named = query.get('tenant') ?? (isLocal(hostname) ? query.get('org') : null)
  const slug = named ?? slugOfHost(hostname)
  return slug !== null && /^[a-z0-9][a-z0-9-]{0,99}$/.test(slug) ? slug : null
}
