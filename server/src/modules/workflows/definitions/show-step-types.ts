import { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { stepTypes } from '../steps/index.ts'
import type { StepDefinition } from '../steps/step-type.ts'

let shown: StepType[] | undefined

/** The types of steps for palette and editor; those of services only where they are connected. */
export function showStepTypes(connected: ReadonlySet<string>): StepType[] {
  shown ??= [...stepTypes.values()].map(showStepType)
  return shown.filter(({ connectorId }) => connectorId === null || connected.has(connectorId))
}

function showStepType({ about, kind, config }: StepDefinition): StepType {
  return {
    ...about,
    form: about.form.map((field) => FormField.parse(field)),
    portsFrom: about.portsFrom ?? null,
    connectorId: about.connectorId ?? null,
    isTrigger: about.isTrigger ?? false,
    hasEffect: kind === 'effect' || kind === 'commit',
    defaults: defaultsOf(config),
  }
}

/** Defaults of the schema; fields that must be chosen are left out. */
function defaultsOf(config: StepDefinition['config']): Record<string, Json> {
  const { shape } = config as unknown as { shape?: Record<string, StepDefinition['config']> }
  const filled = Object.entries(shape ?? {}).flatMap(([key, schema]) => {
    const { success, data } = schema.safeParse(undefined)
    return success && data !== undefined ? [[key, data as Json] as const] : []
  })
  return Object.fromEntries(filled)
}
