import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../../lib/words.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import type { AgentsSearch } from '../agents-search.ts'
import { runQuery } from '../api.ts'
import { RunDetails } from './run-details.tsx'

/** One run over the list of all runs. What its agent can do next opens on the page of the agents. */
export function RunPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const { data: run } = useQuery(runQuery(id))
  const toAgent = (search: AgentsSearch) =>
    void navigate({ to: '/org/$orgSlug/agents', params: { orgSlug }, search: { ...(run ? { agent: run.agentId } : {}), ...search } })
  return (
    <SidePanel opened onClose={onClose} title={run?.agentName ?? t('Agent run')} subtitle={<span className="mono">{id.slice(0, 8)}</span>}>
      <RunDetails
        id={id}
        onChange={({ tab }) => toAgent(tab ? { tab } : {})}
        withInput
        onContinue={(shown) => toAgent({ tab: 'chat', run: shown.id })}
      />
    </SidePanel>
  )
}
