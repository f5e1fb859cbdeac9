import { getRouteApi } from '@tanstack/react-router'
import { changeSearch } from '../../lib/search-params.ts'
import { KeysPage } from './keys-page.tsx'

const route = getRouteApi('/org/$orgSlug/agent-api-keys')

/** /org/{slug}/agent-api-keys: keys that may only run one agent. */
export function AgentKeysPage() {
  return <KeysPage kind="agent" search={route.useSearch()} change={changeSearch(route.useNavigate())} />
}
