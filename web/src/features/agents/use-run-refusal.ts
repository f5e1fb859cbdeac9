import type { AgentStatus } from '@imperium/contract/agents.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'

/** Why an agent of this status cannot be run now. */
export function useRunRefusal(status: AgentStatus): string | undefined {
  const refusal = useGate('agents:execute')
  return refusal ?? runRefusals[status]
}

/** Same messages as the server's. */
const runRefusals: Partial<Record<AgentStatus, string>> = {
  PAUSED: t('This agent is paused and does not run. Activate it first.'),
  MAINTENANCE: t('This agent is in maintenance and does not run. Change its status first.'),
  ARCHIVED: t('This agent is archived and does not run. Change its status first.'),
  DEPRECATED: t('This agent is deprecated and does not run. Change its status first.'),
}
