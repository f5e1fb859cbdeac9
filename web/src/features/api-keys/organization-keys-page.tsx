import { getRouteApi } from '@tanstack/react-router'
import { KeysPage } from './keys-page.tsx'
import type { KeysSearchChange } from './keys-search.ts'
import { withoutBlanks } from '../../lib/search-params.ts'

const route = getRouteApi('/org/$orgSlug/settings/api-keys')

/** /org/{slug}/settings/api-keys: keys of programs that work for the organization. */
export function OrganizationKeysPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: KeysSearchChange, replace = false) =>
    void navigate({ search: (now) => withoutBlanks({ ...now, ...next }), replace, resetScroll: false })
  return <KeysPage kind="organization" search={search} onChange={change} />
}
