import { expect, test } from 'vitest'
import { CreateAgentBody, agentDefaults } from '@imperium/contract/agents.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { budgetMicros } from '../../../ui/form/budget.ts'
import { agentBody, newAgentValues } from './agent-form.ts'
import { readRunInput, writeRunInput } from '../runs/read-run-input.ts'
import { failureText } from '../report-failure.ts'

test('the defaults of a new agent are those of the specification', () => {
  const body = CreateAgentBody.parse(agentBody({ ...newAgentValues('gpt-4'), name: 'Scout' }))
  expect(body).toMatchObject({
    type: 'LEAD_GENERATOR',
    category: 'Business',
    config: { model: 'gpt-4', temperature: 0.7, maxTokens: 2000, systemPrompt: 'You are a helpful AI assistant.' },
    capabilities: [],
    monthlyBudgetMicros: null,
  })
})

test('maps a blank category to General and leaves a missing model to the server', () => {
  const body = agentBody({ ...newAgentValues(''), name: 'Scout', category: '  ' })
  expect(body.category).toBe(agentDefaults.blankCategory)
  expect(body.config).not.toHaveProperty('model')
})

test('shows the specified message for a missing name', () => {
  const { error } = CreateAgentBody.safeParse(agentBody(newAgentValues('gpt-4')))
  expect(error?.issues[0]).toMatchObject({ path: ['name'], message: 'Please fill in required fields' })
})

test('converts a budget in dollars to whole micro-dollars', () => {
  expect(budgetMicros(12.34)).toBe(12_340_000)
  expect(budgetMicros('0.1')).toBe(100_000)
  expect(budgetMicros(0)).toBe(0)
  expect(budgetMicros('')).toBeNull()
})

test('the input box takes text, or a JSON object', () => {
  expect(readRunInput('text', 'Hello')).toEqual({ ok: true, input: 'Hello' })
  expect(readRunInput('json', '{"a":[1]}')).toEqual({ ok: true, input: { a: [1] } })
  expect(readRunInput('text', '  ')).toMatchObject({ ok: false, message: 'Input is required' })
  expect(readRunInput('json', '{a}')).toMatchObject({ ok: false })
  expect(readRunInput('json', '[1]')).toMatchObject({ ok: false, message: 'JSON input must be an object' })
  expect(readRunInput('json', '"text"')).toMatchObject({ ok: false, message: 'JSON input must be an object' })
  expect(readRunInput('text', 'é'.repeat(40_000))).toMatchObject({ ok: false, message: 'Input must be at most 64 KB' })
})

test('restores the input of an earlier run unchanged', () => {
  expect(writeRunInput('Hello')).toEqual({ kind: 'text', typed: 'Hello' })
  const { kind, typed } = writeRunInput({ a: 1 })
  expect(readRunInput(kind, typed)).toEqual({ ok: true, input: { a: 1 } })
})

test("shows the screen's message for a failure and adds the reason of a refusal", () => {
  const texts = 'Failed to update agent status'
  expect(failureText(texts, new ApiError({ kind: 'answer', status: 500 }))).toBe(texts)
  expect(failureText(texts, new ApiError({ kind: 'answer', status: 403 }))).toBe(`${texts}. Access denied.`)
  expect(failureText(texts, new ApiError({ kind: 'network' }))).toBe(`${texts}. Network error. Please check your connection.`)
  expect(failureText(texts, new Error('x'))).toBe(texts)
})
