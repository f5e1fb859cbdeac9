import { z } from 'zod'
import { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { worded } from '@imperium/contract/kit/message.ts'
import { defineStep } from '../step-type.ts'
import { deployedFunctions, functionEnvironments } from './deployed-functions.ts'

const missing = 'No function of this name is deployed in this environment'

export const functionStep = defineStep({
  kind: 'effect',
  config: z.strictObject({
    name: z.string().trim().min(1, 'Name the function').max(80),
    environment: z.enum(functionEnvironments).default('production'),
    /** Its only argument. */
    input: Json.default({}),
  }),
  about: {
    type: 'function',
    label: 'Call a function',
    description: 'Calls a deployed code artifact, in a sandbox without network and files.',
    category: 'data',
    icon: 'code',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      {
        path: 'name',
        label: 'Function',
        kind: 'text',
        required: true,
        placeholder: 'Invoice total',
        hint: 'The name of a deployed code artifact: a utility function, service class or API endpoint.',
      },
      {
        path: 'environment',
        label: 'Environment',
        kind: 'select',
        options: [
          { value: 'production', label: 'Production' },
          { value: 'staging', label: 'Staging' },
        ],
      },
      { path: 'input', label: 'Input', kind: 'json', hint: 'The function gets it as its only argument. Values may be templates.' },
    ],
    sample: { total: 42 },
  },
  check: async (platform, tx, { name, environment }) => {
    const refusal = (await deployedFunctions(platform)?.refusal(tx, { name, environment })) ?? null
    return refusal === null ? [] : [{ path: 'name', ...worded(refusal) }]
  },
  // The sandbox touches nothing: a repeated call gives the same.
  whenUnknown: () => 'repeat',
  run: async (platform, { name, environment, input }, { orgId }, signal) => {
    const functions = deployedFunctions(platform)
    if (!functions) return { kind: 'failed', code: 'FUNCTION_MISSING', message: missing, retryable: false }
    const result = await functions.call(platform, { orgId, name, environment, input }, signal)
    return 'output' in result ? { kind: 'done', output: result.output } : { kind: 'failed', ...result }
  },
})
