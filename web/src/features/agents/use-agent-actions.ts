import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agents, toggledStatus } from '@imperium/contract/agents.ts'
import type { Agent, AgentStatus } from '@imperium/contract/agents.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { agentsQuery, dropAgents, patchAgent, refreshCounts, refreshLists } from './api.ts'
import { reportFailure } from './report-failure.ts'

const silent = { silent: true } as const

/** The toast shown after a status change. */
function statusText(status: AgentStatus, before: AgentStatus): string {
  if (status === 'ACTIVE') return t('Agent activated')
  if (status === 'PAUSED') return t('Agent paused')
  if (status === 'ARCHIVED') return t('Agent archived')
  if (before === 'ARCHIVED' || before === 'DEPRECATED') return t('Agent restored')
  return t('Agent status updated')
}

/** Sets a status optimistically and reverts it when the server refuses. */
export function useSetStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ agent, status }: { agent: Agent; status: AgentStatus }) =>
      call(agents.setStatus, { params: { id: agent.id }, body: { status } }),
    meta: silent,
    onMutate: async ({ agent, status }) => {
      await client.cancelQueries({ queryKey: agentsQuery({}).queryKey.slice(0, 2) })
      patchAgent(client, agent.id, { status })
    },
    onError: (error, { agent }) => {
      patchAgent(client, agent.id, { status: agent.status })
      reportFailure(t('Failed to update agent status'), error)
    },
    onSuccess: (saved, { agent }) => {
      patchAgent(client, saved.id, saved)
      notify.success(statusText(saved.status, agent.status))
      refreshCounts(client)
    },
  })
}

interface AfterAction {
  onDeleted?: (id: string) => void
}

/** The actions of one agent's menu and card. `onDeleted` lets the page close the agent's details. */
export function useAgentActions({ onDeleted }: AfterAction = {}) {
  const client = useQueryClient()
  const setStatus = useSetStatus()
  const clone = useMutation({
    mutationFn: (agent: Agent) => call(agents.clone, { params: { id: agent.id } }),
    meta: silent,
    onError: (error) => reportFailure(t('Failed to clone agent'), error),
    onSuccess: () => {
      notify.success(t('Agent cloned successfully'))
      refreshLists(client)
    },
  })
  const remove = useMutation({
    mutationFn: (agent: Agent) => call(agents.remove, { params: { id: agent.id } }),
    meta: silent,
    onError: (error) => reportFailure(t('Failed to delete agents'), error),
    onSuccess: (_nothing, agent) => {
      notify.success(t('Agent deleted successfully'))
      onDeleted?.(agent.id)
      dropAgents(client, [agent.id])
    },
  })

  async function confirmAndRemove(agent: Agent): Promise<void> {
    const yes = await confirm({ title: t('Delete agent'), message: t('Are you sure you want to delete this agent?'), action: t('Delete') })
    if (yes) remove.mutate(agent)
  }

  return {
    /** Pauses, activates, or restores a retired agent as a draft. */
    toggle: (agent: Agent) => setStatus.mutate({ agent, status: toggledStatus(agent.status) ?? 'DRAFT' }),
    archive: (agent: Agent) => setStatus.mutate({ agent, status: 'ARCHIVED' }),
    clone: (agent: Agent) => clone.mutate(agent),
    remove: (agent: Agent) => void confirmAndRemove(agent),
    busy: clone.isPending || remove.isPending,
  }
}

export type AgentActions = ReturnType<typeof useAgentActions>

/** The action of the toggle. */
export function toggleOf(status: AgentStatus): 'pause' | 'activate' | 'restore' {
  const next = toggledStatus(status)
  if (next === null) return 'restore'
  return next === 'PAUSED' ? 'pause' : 'activate'
}

export const toggleLabels = { pause: t('Pause'), activate: t('Activate'), restore: t('Restore') } as const
