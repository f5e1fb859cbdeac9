import { z } from 'zod'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import {
  InputError,
  ServiceError,
  connectors,
  findConnection,
  findDocumentedAction,
  formOfInput,
  isRepeatable,
  performAction,
} from '../../../integrations/index.ts'
import type { ConnectionUser } from '../../../integrations/index.ts'
import { roleOfMember } from '../../../runs/index.ts'
import { defineStep } from '../step-type.ts'
import type { StepContext, StepDefinition, StepResult } from '../step-type.ts'

const Connection = z.uuid('Choose a connection')
type Field = z.input<typeof FormField>
interface ActionConfig {
  connection: string
  [field: string]: Json | undefined
}

/** The field that chooses a connection of one service; its option is the service. */
const connectionField = (connectorId: string): Field => ({
  path: 'connection',
  label: 'Connection',
  kind: 'connection',
  required: true,
  options: [{ value: connectorId, label: connectorId }],
})

/** Of the person who started the run, as of now; of the automation where no person did. */
const userOf = async (tx: OrgTx, { startedByUser }: StepContext): Promise<ConnectionUser> =>
  startedByUser === null ? { kind: 'automation' } : { kind: 'person', role: await roleOfMember(tx, startedByUser) }

async function run(
  platform: Platform,
  call: { connectionId: string; action: string; input: unknown },
  context: StepContext,
  signal: AbortSignal,
): Promise<StepResult> {
  const { orgId, identity } = context
  try {
    const user = await platform.db.withOrg(orgId, (tx) => userOf(tx, context))
    return { kind: 'done', output: await performAction(platform, { ...call, orgId, user, identity, signal }) }
  } catch (error) {
    if (error instanceof InputError) return { kind: 'failed', code: 'INVALID_INPUT', ...worded(error.text), retryable: false }
    if (!(error instanceof ServiceError)) throw error
    const { text, isRetryable: retryable, isUnknown, retryAfterMs } = error
    return {
      kind: 'failed',
      code: error.status > 0 ? `SERVICE_${error.status}` : 'SERVICE',
      ...worded(text),
      retryable,
      ...(isUnknown ? { unknown: true } : {}),
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    }
  }
}

async function checkConnection(tx: OrgTx, id: string, connectorId: string) {
  const row = await findConnection(tx, id)
  return row?.connector === connectorId ? [] : [{ path: 'connection', message: 'This connection does not exist' }]
}

const fieldsOf = (form: readonly FormField[]) => Object.fromEntries(form.map(({ path }) => [path, Json.optional()]))

/** Every action of every service as a step. */
export const actionSteps: readonly StepDefinition[] = [...connectors.values()].flatMap((connector) =>
  Object.entries(connector.actions).map(([id, action]) => {
    const form = formOfInput(action.input)
    return defineStep({
      kind: 'effect',
      config: z.strictObject({ connection: Connection, ...fieldsOf(form) }) as unknown as z.ZodType<ActionConfig>,
      whenUnknown: () => (isRepeatable(action) ? 'repeat' : 'hold'),
      about: {
        type: `${connector.id}_${id}`,
        label: `${connector.name}: ${action.title}`,
        description: action.description,
        category: 'integration',
        icon: 'plug',
        connectorId: connector.id,
        ports: [{ port: 'next', label: 'Next' }],
        form: [connectionField(connector.id), ...form],
        sample: JSON.parse(JSON.stringify(action.sample ?? null)) as Json,
      },
      check: (_platform, tx, config) => checkConnection(tx, config.connection, connector.id),
      run: (platform, { connection, ...input }, context, signal) =>
        run(platform, { connectionId: connection, action: id, input }, context, signal),
    })
  }),
)

interface StoredStep {
  connectorId: 'openapi' | 'mcp'
  type: string
  label: string
  description: string
}

/** An action of a connection that keeps its own: of a document, or of an MCP server. */
const storedStep = ({ connectorId, ...about }: StoredStep) =>
  defineStep({
    kind: 'effect',
    config: z.strictObject({
      connection: Connection,
      action: z.string().min(1, 'Choose an operation').max(40),
      input: z.record(z.string(), Json).default({}),
    }),
    // A document does not say what a repeat does.
    whenUnknown: () => 'hold',
    about: {
      ...about,
      category: 'integration',
      icon: 'plug',
      connectorId,
      ports: [{ port: 'next', label: 'Next' }],
      form: [
        connectionField(connectorId),
        { path: 'action', label: 'Operation', kind: 'connectionAction', required: true },
        { path: 'input', label: 'Input', kind: 'connectionInput' },
      ],
      sample: {},
    },
    check: async (_platform, tx, { connection, action, input }) => {
      const problems = await checkConnection(tx, connection, connectorId)
      if (problems.length > 0) return problems
      const found = await findDocumentedAction(tx, connection, action)
      if (!found) return [{ path: 'action', message: 'This operation does not exist' }]
      const missing = formOfInput(found.input).filter(({ path, required }) => required && (input[path] ?? '') === '')
      return missing.map(({ path, label }) => ({ path: `input.${path}`, ...message('{field} is required', { field: label }) }))
    },
    run: (platform, { connection, action, input }, context, signal) =>
      run(platform, { connectionId: connection, action, input }, context, signal),
  })

export const storedSteps: readonly StepDefinition[] = [
  storedStep({
    connectorId: 'openapi',
    type: 'openapi_operation',
    label: 'Call an operation of an OpenAPI document',
    description: 'Calls an operation that a connection brings in its own document.',
  }),
  storedStep({
    connectorId: 'mcp',
    type: 'mcp_tool',
    label: 'Call a tool of an MCP server',
    description: 'Calls a tool of a connected MCP server.',
  }),
]
