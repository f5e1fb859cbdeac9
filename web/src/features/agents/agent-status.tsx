import type { AgentStatus } from '@imperium/contract/agents.ts'
import type { RunStatus } from '@imperium/contract/runs.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { runStatusWords, runTones, statusTones, statusWords } from './agent-words.ts'

export function AgentStatusDot({ status }: { status: AgentStatus }) {
  return <StatusDot tone={statusTones[status]} label={statusWords[status]} live={status === 'RUNNING'} />
}

export function RunStatusDot({ status }: { status: RunStatus }) {
  return <StatusDot tone={runTones[status]} label={runStatusWords[status]} live={status === 'running'} />
}
