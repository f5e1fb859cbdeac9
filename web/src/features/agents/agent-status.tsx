import type { AgentStatus } from '@imperium/contract/agents.ts'
import type { RunStatus } from '@imperium/contract/runs.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { runStatusLabels, runTones, statusTones, statusText } from './agent-labels.ts'

export function AgentStatusDot({ status }: { status: AgentStatus }) {
  return <StatusDot tone={statusTones[status]} label={statusText[status]} live={status === 'RUNNING'} />
}

export function RunStatusDot({ status }: { status: RunStatus }) {
  return <StatusDot tone={runTones[status]} label={runStatusLabels[status]} live={status === 'running'} />
}
