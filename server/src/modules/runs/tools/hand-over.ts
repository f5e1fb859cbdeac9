import { z } from 'zod'
import type { RunStep } from '@imperium/contract/runs.ts'
import { defineTool } from './tool.ts'

const name = 'hand_over'
const Input = z.strictObject({
  summary: z.string().trim().min(1).max(1_000).describe('For the person: who asks, what for, and what was said so far'),
})

/** Only for runs of visitors whose chat allows it: what it does follows with the end of the run. */
export const handOver = defineTool({
  name,
  description:
    'Hands this conversation to a person, who answers in your place. Use it when the visitor asks for a person, or when you cannot help. Then say in one sentence that a person will take over.',
  input: Input,
  run: async () => ({ ok: true, output: { handedOver: true } }),
})

/** The summary of the first hand-over of a run; null without one. */
export function handOverIn(steps: readonly RunStep[]): string | null {
  const step = steps.find((each) => each.kind === 'tool_call' && each.name === name && each.status === 'completed')
  const input = z.object({ arguments: Input }).safeParse(step?.input)
  return input.success ? input.data.arguments.summary : null
}
