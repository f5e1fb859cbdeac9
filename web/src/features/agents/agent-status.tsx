import type { AgentStatus } from '@imperium/contract/agents.ts'
import type { RunStatus } from '@imperium/contract/runs.ts'
import { formatWord } from '../../lib/format.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { runTones, statusTones } from './agent-words.ts'

export function AgentStatusDot({ status }: { status: AgentStatus }) {
  return <StatusDot tone={statusTones[status]} label={formatWord(status)} live={status === 'RUNNING'} />
}

export function RunStatusDot({ status }: { status: RunStatus }) {
  return <StatusDot tone={runTones[status]} label={formatWord(status)} live={status === 'running'} />
}
