import type { AgentStatus } from '@imperium/contract/agents.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'

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
  return refusal ?? runRefusals[status]
}

/** As the server says it. */
const runRefusals: Partial<Record<AgentStatus, string>> = {
  PAUSED: t('This agent is paused and does not run. Activate it first.'),
  MAINTENANCE: t('This agent is in maintenance and does not run. Change its status first.'),
  ARCHIVED: t('This agent is archived and does not run. Change its status first.'),
  DEPRECATED: t('This agent is deprecated and does not run. Change its status first.'),
}
