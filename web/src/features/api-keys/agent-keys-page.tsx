import { getRouteApi } from '@tanstack/react-router'
import { KeysPage } from './keys-page.tsx'
import type { KeysSearchChange } from './keys-search.ts'
import { withoutBlanks } from '../../lib/search-params.ts'

const route = getRouteApi('/org/$orgSlug/agent-api-keys')

/** /org/{slug}/agent-api-keys: keys that each run one agent and nothing else. */
export function AgentKeysPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: KeysSearchChange, replace = false) =>
    void navigate({ search: (now) => withoutBlanks({ ...now, ...next }), replace, resetScroll: false })
  return <KeysPage kind="agent" search={search} onChange={change} />
}
