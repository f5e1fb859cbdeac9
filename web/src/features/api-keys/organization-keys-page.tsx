import { getRouteApi } from '@tanstack/react-router'
import { changeSearch } from '../../lib/search-params.ts'
import { KeysPage } from './keys-page.tsx'

const route = getRouteApi('/org/$orgSlug/settings/api-keys')

/** /org/{slug}/settings/api-keys: keys of programs that work for the organization. */
export function OrganizationKeysPage() {
  return <KeysPage kind="organization" search={route.useSearch()} change={changeSearch(route.useNavigate())} />
}
