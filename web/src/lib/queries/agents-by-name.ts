import { agents } from '@imperium/contract/agents.ts'
import { query } from '../api.ts'

/** The agents to choose from; a failure shows where they are chosen. */
export const agentsByName = {
  ...query(agents.list, { query: { sort: 'name', direction: 'asc', limit: 200 } }),
  staleTime: 60_000,
  meta: { silent: true },
}
