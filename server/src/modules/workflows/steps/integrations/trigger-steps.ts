import { z } from 'zod'
import { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { connectors, findConnection, formOfInput } from '../../../integrations/index.ts'
import { defineStep } from '../step-type.ts'
import type { StepDefinition } from '../step-type.ts'

interface Service {
  connectorId: string
  trigger: string
  /** `Slack: New message`. */
  label: string
}

const services = new Map<string, Service>()

/** The service and its trigger behind a trigger step; null for any other trigger. */
export const serviceTrigger = ({ type }: Pick<WorkflowStep, 'type'>): Service | null => services.get(type) ?? null

/** Every trigger of every service as a trigger of workflows. */
export const serviceTriggers: readonly StepDefinition[] = [...connectors.values()].flatMap((connector) =>
  Object.entries(connector.triggers ?? {}).map(([id, trigger]) => {
    const form = formOfInput(trigger.input)
    const [type, label] = [`trigger_${connector.id}_${id}`, `${connector.name}: ${trigger.title}`]
    services.set(type, { connectorId: connector.id, trigger: id, label })
    return defineStep({
      kind: 'control',
      config: z.strictObject({
        connection: z.uuid('Choose a connection'),
        ...Object.fromEntries(form.map(({ path }) => [path, Json.optional()])),
      }) as unknown as z.ZodType<{ connection: string }>,
      // A trigger has no earlier output that a template could read.
      verbatim: form.map(({ path }) => path),
      about: {
        type,
        label,
        description: trigger.description,
        category: 'trigger',
        icon: 'plug',
        connectorId: connector.id,
        isTrigger: true,
        ports: [{ port: 'next', label: 'Next' }],
        form: [
          {
            path: 'connection',
            label: 'Connection',
            kind: 'connection',
            required: true,
            options: [{ value: connector.id, label: connector.id }],
          },
          ...form,
        ],
        sample: JSON.parse(JSON.stringify(trigger.sample ?? null)) as Json,
      },
      check: async (_platform, tx, { connection }) =>
        (await findConnection(tx, connection))?.connector === connector.id
          ? []
          : [{ path: 'connection', message: 'This connection does not exist' }],
    })
  }),
)
