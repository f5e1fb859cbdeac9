import { expect, test } from 'vitest'
import type { CatalogueModel } from '@imperium/contract/ai-models.ts'
import { pickModel } from './pick-model.ts'

const model = (modelId: string, change: Partial<CatalogueModel> = {}): CatalogueModel => ({
  modelId,
  displayName: modelId,
  provider: 'OpenAI',
  providerIcon: '',
  providerColor: '#000000',
  configId: '00000000-0000-4000-8000-000000000001',
  isActive: true,
  isDefault: false,
  isSandbox: false,
  canCallTools: true,
  readsImages: true,
  inputMicrosPerMillion: null,
  outputMicrosPerMillion: null,
  contextTokens: null,
  ...change,
})

test('picks the served preferred model, else the default, else the first served one', () => {
  const sandbox = model('sandbox', { isDefault: true })
  expect(pickModel([sandbox, model('gpt-4')], 'gpt-4')).toBe('gpt-4')
  expect(pickModel([model('other'), sandbox, model('gpt-4', { configId: null })], 'gpt-4')).toBe('sandbox')
  expect(pickModel([model('gpt-4', { isActive: false }), sandbox], 'gpt-4')).toBe('sandbox')
  expect(pickModel([model('first'), model('second')], 'gpt-4')).toBe('first')
})

test('picks nothing when no model is served', () => {
  expect(pickModel([], 'gpt-4')).toBeNull()
  expect(pickModel([model('gpt-4', { configId: null, isActive: false })], 'gpt-4')).toBeNull()
})
