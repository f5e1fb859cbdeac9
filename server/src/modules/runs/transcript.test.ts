import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunStep } from '@imperium/contract/runs.ts'
import type { JsonValue } from '../../platform/llm/types.ts'
import { nextAct } from './transcript.ts'
import type { NextAct } from './transcript.ts'

const word = fc.string({ maxLength: 8 })
const call = fc.record({
  id: fc.constantFrom('a', 'b', 'c', ''),
  name: fc.constantFrom('database_query', 'email_send', 'nothing'),
  input: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
  isOk: fc.boolean(),
  output: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
})
const conversation = fc.record({
  input: fc.oneof(word, fc.dictionary(word, fc.integer())),
  rounds: fc.array(fc.record({ text: word, calls: fc.array(call, { minLength: 1, maxLength: 3 }) }), { maxLength: 4 }),
  last: word,
})
type Conversation = typeof conversation extends fc.Arbitrary<infer T> ? T : never

const at = '2026-01-01T00:00:00.000Z'
const step = (seq: number, part: Pick<RunStep, 'kind' | 'name' | 'status' | 'input' | 'output' | 'error'>): RunStep => ({
  seq,
  attempt: 1,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  startedAt: at,
  finishedAt: at,
  ...part,
})

/** The expected steps of that conversation, and the act before each of them, computed without `nextAct`. */
function play({ input, rounds, last }: Conversation): { steps: RunStep[]; acts: NextAct[] } {
  const steps: RunStep[] = []
  const acts: NextAct[] = []
  const messages: Extract<NextAct, { act: 'call-model' }>['messages'] = [
    { role: 'user', text: typeof input === 'string' ? input : JSON.stringify(input, null, 2) },
  ]
  for (const { text, calls } of [...rounds, { text: last, calls: [] }]) {
    const toolCalls = calls.map(({ id, name, input: given }) => ({ id, name, input: given }))
    acts.push({ act: 'call-model', messages: [...messages] })
    const output = { text, toolCalls, reason: calls.length ? 'tool-calls' : 'stop' }
    steps.push(step(steps.length + 1, { kind: 'model_call', name: 'm', status: 'completed', input: null, output, error: null }))
    messages.push({ role: 'assistant', text, toolCalls })
    for (const { id, name, input: given, isOk, output: result } of calls) {
      acts.push({ act: 'call-tool', call: { id, name, input: given }, seq: steps.length + 1 })
      const outcome = isOk
        ? { status: 'completed' as const, output: result, error: null }
        : { status: 'failed' as const, output: null, error: 'no' }
      steps.push(step(steps.length + 1, { kind: 'tool_call', name, input: { toolCallId: id, arguments: given }, ...outcome }))
      messages.push({
        role: 'tool',
        toolCallId: id,
        toolName: name,
        output: isOk ? result : { error: 'no' },
        ...(isOk ? {} : { isError: true }),
      })
    }
  }
  acts.push({ act: 'finish', text: last, reason: 'stop' })
  return { steps, acts }
}

// A run cut at any point and read back as JSON continues with the same act, also with the cut call still open.
test('after a cut at any point the next act is the same', () => {
  fc.assert(
    fc.property(conversation, (made) => {
      const { steps, acts } = play(made)
      for (const [index, act] of acts.entries()) {
        const kept = JSON.parse(JSON.stringify(steps.slice(0, index))) as RunStep[]
        const expected = JSON.parse(JSON.stringify(act)) as NextAct
        expect(nextAct({ input: made.input }, kept)).toEqual(expected)
        const open = steps[index]
        const stillOpen: RunStep[] = open ? [{ ...open, status: 'running', output: null, finishedAt: null }] : []
        expect(nextAct({ input: made.input }, [...kept, ...stillOpen])).toEqual(expected)
      }
    }),
    { numRuns: 300 },
  )
})
