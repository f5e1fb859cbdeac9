import { expect, it } from 'vitest'
import { toCallOptions } from './prompt.ts'

const { signal } = new AbortController()

it('puts results of parallel calls into one message', () => {
  const result = (id: string) => ({ role: 'tool' as const, toolCallId: id, toolName: 'weather', output: { id } })
  const { prompt } = toCallOptions(
    { maxOutputTokens: 1, messages: [result('a'), result('b'), { role: 'user', text: 'x' }, result('c')] },
    signal,
  )
  expect(prompt.map(({ role, content }) => [role, content.length])).toEqual([
    ['tool', 2],
    ['user', 1],
    ['tool', 1],
  ])
})

it('omits what was not given', () => {
  expect(toCallOptions({ maxOutputTokens: 5, messages: [], tools: [] }, signal)).toEqual({
    prompt: [],
    maxOutputTokens: 5,
    abortSignal: signal,
  })
})
