import { retiredStatuses, stoppedStatuses } from '@imperium/contract/agents.ts'
import type { AgentStatus } from '@imperium/contract/agents.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { statusWords } from './agent-words.ts'

/** Why the caller may not do something now, for the disabled control; undefined where it is allowed. The server decides again. */
export function useGate(permission: Permission): string | undefined {
  const allowed = useCan(permission)
  const { status } = useOrganization()
  if (!allowed) return t('Your role can view agents, but not change or run them')
  return status === 'SUSPENDED' ? t('The organization is suspended') : undefined
}

/** Why an agent of this status cannot be run now. */
export function useRunRefusal(status: AgentStatus): string | undefined {
  const refusal = useGate('agents:execute')
  if (refusal !== undefined || !stoppedStatuses.includes(status)) return refusal
  const values = { status: statusWords[status].toLowerCase() }
  return retiredStatuses.includes(status)
    ? t('The agent is {status}. Restore it to run it.', values)
    : t('The agent is {status}. Activate it to run it.', values)
}
