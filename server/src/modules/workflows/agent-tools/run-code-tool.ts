import { z } from 'zod'
import { exactJson } from '../../../platform/text/exact-json-fields.ts'
import { offerTool } from '../../runs/index.ts'
import type { FindTools } from '../../runs/index.ts'
import { runCode } from '../sandbox/run-code.ts'

const timeMs = 2_000

const input = z.strictObject({
  source: z.string().min(1).max(20_000).describe('JavaScript; the data is `input`, and `return` gives the result as JSON'),
  input: exactJson().default(null).describe('Data for the code'),
})

/** JavaScript in the sandbox of the workflow step "Code": no network, no files, no clock; limits of time, memory and output. */
export const offerCode: FindTools = async ({ orgId }, granted) => {
  if (!granted.includes('run_code')) return []
  const tool = offerTool<z.output<typeof input>>({
    name: 'run_code',
    description:
      'Runs JavaScript on JSON, for sums, dates and changes of data. Without network, files or packages; two seconds at most. Example: return input.map((n) => n * 2)',
    input,
    run: async ({ source, input: given }, { context: { signal } }) => {
      const result = await runCode({ owner: orgId, source, input: given, timeMs }, signal)
      return 'output' in result ? { ok: true, output: { result: result.output } } : { ok: false, error: result.message }
    },
  })
  return [tool]
}
