import { z } from 'zod'
import { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { textOf, worded } from '@imperium/contract/kit/message.ts'
import { runCode } from '../sandbox/run-code.ts'
import { defineStep } from './step-type.ts'

export const code = defineStep({
  kind: 'compute',
  config: z.strictObject({
    source: z.string().trim().min(1, 'Write some code').max(100_000),
    /** Available to the code as `input`. */
    input: Json.default({}),
    timeoutSeconds: z.coerce.number().int().min(1).max(5).default(1),
  }),
  verbatim: ['source'],
  about: {
    type: 'code',
    label: 'Code',
    description: 'Runs JavaScript on chosen data, in a sandbox without network and files.',
    category: 'data',
    icon: 'code',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'input', label: 'Input', kind: 'json', hint: 'The code reads it as input. Values may be templates.' },
      {
        path: 'source',
        label: 'JavaScript',
        kind: 'code',
        required: true,
        placeholder: 'return { total: input.prices.reduce((sum, price) => sum + price, 0) }',
        hint: 'The return value is the output, as JSON.',
      },
      { path: 'timeoutSeconds', label: 'Timeout (seconds)', kind: 'number', min: 1, max: 5 },
    ],
    sample: { total: 42 },
  },
  run: async ({ source, input, timeoutSeconds }, { orgId }, signal) => {
    const result = await runCode({ owner: orgId, source, input, timeMs: timeoutSeconds * 1000 }, signal)
    if ('output' in result) return { kind: 'done', output: result.output }
    return { kind: 'failed', code: result.fault, ...worded(textOf(result)), retryable: result.fault === 'CODE_BUSY' }
  },
})
