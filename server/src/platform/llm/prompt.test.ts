import { expect, it } from 'vitest'
import { parseJson } from '../text/exact-json.ts'
import { toCallOptions } from './prompt.ts'
import type { JsonValue } from './types.ts'

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

// Providers take objects only; a number with many digits looks like one.
it.each(['"Rome"', '7', '12345678901234567890', '[1]', 'null'])('arguments that are %s go into the history as an object', (text) => {
  const toolCalls = [{ id: 'a', name: 'weather', input: parseJson(text) as JsonValue }]
  const { prompt } = toCallOptions({ maxOutputTokens: 1, messages: [{ role: 'assistant', text: '', toolCalls }] }, signal)
  expect(JSON.stringify(prompt)).toContain(`"input":{"malformed_arguments":${text}}`)
})

it.each([
  ['multi_tool_use.parallel', 'multi_tool_use_parallel'],
  ['résumé search', 'r_sum__search'],
  ['x'.repeat(90), 'x'.repeat(64)],
  ['', 'unnamed'],
])('a tool that a model calls %j goes into the history by a name that providers take', (made, name) => {
  const toolCalls = [{ id: 'a', name: made, input: {} }]
  const answered = { role: 'tool' as const, toolCallId: 'a', toolName: made, output: { error: 'unknown' }, isError: true }
  const { prompt } = toCallOptions({ maxOutputTokens: 1, messages: [{ role: 'assistant', text: '', toolCalls }, answered] }, signal)
  expect(prompt.map(({ content }) => content)).toMatchObject([[{ toolName: name }], [{ toolName: name }]])
})
