import { describe, expect, test } from 'vitest'
import type { AiProvider, ModelTemplate } from '@imperium/contract/ai-models.ts'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { emptyValues, modelFormSchema, toConfigBody, valuesFrom } from './model-form.ts'
import type { ModelValues } from './model-form.ts'

const openai = '0199a000-0000-7000-8000-000000000001'
const sandbox = '0199a000-0000-7000-8000-000000000002'
const good: ModelValues = { ...emptyValues(false), providerId: openai, modelId: 'gpt-4', displayName: 'GPT-4', apiKey: 'sk-1' }
const schema = modelFormSchema((providerId) => providerId !== sandbox)
const errorsWith = (patch: Partial<ModelValues>) => fieldErrors(schema, toConfigBody({ ...good, ...patch }))

describe('shows the messages of the form word by word', () => {
  test('accepts a valid form', () => expect(errorsWith({})).toEqual({}))

  test('reports every required field of an empty form, including the key', () => {
    expect(fieldErrors(schema, toConfigBody(emptyValues(false)))).toEqual({
      providerId: 'Provider is required',
      modelId: 'Model ID is required',
      displayName: 'Display name is required',
      apiKey: 'API key is required',
    })
  })

  test('requires no key for a provider without keys', () => expect(errorsWith({ providerId: sandbox, apiKey: '' })).toEqual({}))
  test('a blank key is no key', () => expect(errorsWith({ apiKey: '   ' })).toEqual({ apiKey: 'API key is required' }))

  test.each([1, 200_000])('max tokens %i is allowed', (maxTokens) => expect(errorsWith({ maxTokens })).toEqual({}))
  test.each([0, 200_001, 1.5, ''] as const)('max tokens %j is not', (maxTokens) => {
    expect(errorsWith({ maxTokens })).toEqual({ maxTokens: 'Max tokens must be a whole number from 1 to 200,000' })
  })

  test.each([0, 2])('temperature %d is allowed', (temperature) => expect(errorsWith({ temperature })).toEqual({}))
  test.each([-0.1, 2.1])('temperature %d is not', (temperature) =>
    expect(Object.keys(errorsWith({ temperature }))).toEqual(['temperature']),
  )

  test('treats an empty limit as no limit', () => {
    expect(errorsWith({ monthlyUsageLimit: '' })).toEqual({})
    expect(toConfigBody({ ...good, monthlyUsageLimit: '' }).monthlyUsageLimit).toBeNull()
    expect(Object.keys(errorsWith({ monthlyUsageLimit: 0 }))).toEqual(['monthlyUsageLimit'])
  })
})

test('a new form holds the defaults; the first model is preset as the default', () => {
  expect(emptyValues(true)).toMatchObject({ maxTokens: 4000, temperature: 0.7, isDefault: true, isActive: true })
  expect(emptyValues(false).isDefault).toBe(false)
})

describe('a template', () => {
  const provider = (code: string, isActive = true) =>
    ({ id: code, code, name: code, displayName: code.toUpperCase(), isActive }) as AiProvider
  const template = {
    name: 'Support Assistant',
    description: 'Answers customers.',
    modelId: 'gpt-4o-mini',
    defaultConfig: { maxTokens: 2000, temperature: 0.3, topP: 0.9, frequencyPenalty: 0 },
    recommendedProviders: ['openai', 'anthropic'],
  } as ModelTemplate

  test('prefills the form', () => {
    expect(valuesFrom(template, [provider('anthropic'), provider('openai')], false)).toMatchObject({
      providerId: 'openai',
      modelId: 'gpt-4o-mini',
      displayName: 'Support Assistant',
      description: 'Answers customers.',
      maxTokens: 2000,
      temperature: 0.3,
      apiKey: '',
    })
  })

  test('chooses the next recommended provider when the first is inactive, and none when none exists', () => {
    expect(valuesFrom(template, [provider('openai', false), provider('anthropic')], false).providerId).toBe('anthropic')
    expect(valuesFrom(template, [provider('ollama')], false).providerId).toBe('')
  })
})
