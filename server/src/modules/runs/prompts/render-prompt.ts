import { fillPrompt, usesVariables } from '@imperium/contract/agents/prompt-variables.ts'
import type { RunSession } from '../run-session.ts'

/** The system prompt with its variables filled in; time and place are those of the organization when the run was created. */
export function renderPrompt(prompt: string, { row, basis }: RunSession): string {
  if (!usesVariables(prompt)) return prompt
  const timeZone = basis.organization?.timeZone ?? 'UTC'
  const parts = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-CA', { timeZone, ...options }).format(row.created_at)
  return fillPrompt(prompt, {
    'organization.name': basis.organization?.name ?? '',
    'agent.name': row.agent_name,
    'person.name': row.started_by,
    today: parts({ year: 'numeric', month: '2-digit', day: '2-digit' }),
    weekday: parts({ weekday: 'long' }),
    time: parts({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    time_zone: timeZone,
  })
}
