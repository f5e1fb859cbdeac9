import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Agent } from '@imperium/contract/agents.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { isServed } from '../../ai-models/index.ts'
import { catalogueQuery } from '../api.ts'
import { toggleLabels, toggleOf } from '../use-agent-actions.ts'
import type { AgentActions } from '../use-agent-actions.ts'

/** Why the agent cannot be run now, and how to change that. */
export function Refusal({ agent, refusal, actions }: { agent: Agent; refusal: string | undefined; actions: AgentActions }) {
  const writeRefusal = useGate('agents:write')
  const runRefusal = useGate('agents:execute')
  if (refusal === undefined) return null
  const canLift = runRefusal === undefined && writeRefusal === undefined
  return (
    <Notice
      tone="info"
      action={
        canLift && (
          <Button variant="default" size="xs" onClick={() => actions.toggle(agent)}>
            {toggleLabels[toggleOf(agent.status)]}
          </Button>
        )
      }
    >
      {refusal}
    </Notice>
  )
}

/** Warns before a run fails because of the model. */
export function ModelWarning({ model }: { model: string }) {
  const { data: catalogue } = useQuery(catalogueQuery)
  if (!catalogue || catalogue.some((each) => each.modelId === model && isServed(each))) return null
  return (
    <Notice
      tone="warn"
      title={t('{model} is not configured', { model })}
      action={
        <OrgLink path="settings/ai-models" className="link">
          {t('Configure AI models')}
        </OrgLink>
      }
    >
      {t('Runs of this agent fail until an active configuration serves its model.')}
    </Notice>
  )
}
