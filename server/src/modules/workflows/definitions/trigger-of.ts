import type { TriggerType, WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { triggerTypes } from '@imperium/contract/workflows/workflow-definition.ts'

import { serviceTrigger } from '../steps/integrations/trigger-steps.ts'

const prefix = 'trigger_'
/** The field of each trigger's configuration that describes it best. */
const valueField: Record<TriggerType, string | null> = { webhook: 'path', schedule: 'cron', event: 'event', manual: null }

/** The trigger step; null in a draft without one. */
export const triggerStep = (definition: WorkflowDefinition): WorkflowStep | null =>
  definition.steps.find((step) => typeOf(step) !== null) ?? null

function typeOf({ type }: WorkflowStep): TriggerType | null {
  // What happens at a service is an event, too.
  return triggerTypes.find((each) => type === prefix + each) ?? (serviceTrigger({ type }) ? 'event' : null)
}

/** Type and main value of a definition's trigger; without a trigger it can only be started manually. */
export function describeTrigger(definition: WorkflowDefinition): { type: TriggerType; value: string } {
  const step = triggerStep(definition)
  const type = (step && typeOf(step)) ?? 'manual'
  const field = valueField[type]
  const value = field === null ? '' : ((step && serviceTrigger(step)?.label) ?? step?.config[field])
  return { type, value: typeof value === 'string' ? value.slice(0, 200) : '' }
}
