import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aiModels } from '@imperium/contract/ai-models.ts'
import type { AiModelConfig, AiProvider, UnknownModelCall } from '@imperium/contract/ai-models.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { testStates } from '../../testing/screen-states.ts'

const at = '2026-11-29T09:00:00.000Z'
const provider: AiProvider = {
  id: '01990000-0000-7000-8000-000000000001',
  code: 'house',
  name: 'house',
  displayName: 'House models',
  adapter: 'openai-compatible',
  apiBaseUrl: 'https://models.example/v1',
  apiDocUrl: null,
  website: null,
  icon: '',
  color: '#334155',
  isActive: true,
  supportsStreaming: true,
  supportsVision: false,
  supportsFunctionCalling: true,
  maxTokensLimit: null,
  orderIndex: 1,
  configCount: 1,
  createdAt: at,
  updatedAt: at,
}
const model: AiModelConfig = {
  id: '01990000-0000-7000-8000-000000000002',
  providerId: provider.id,
  provider,
  modelId: 'house-large',
  displayName: 'House large',
  description: '',
  apiKeyPreview: 'sk-house…tail',
  maxTokens: 4_000,
  temperature: 0.7,
  topP: null,
  frequencyPenalty: null,
  fallbackConfigId: null,
  isDefault: false,
  isActive: true,
  currentMonthUsage: 12,
  monthlyUsageLimit: null,
  inputMicrosPerMillion: null,
  outputMicrosPerMillion: null,
  imageMicros: null,
  failure: null,
  createdAt: at,
  updatedAt: at,
}
const place = 'settings/ai-models'

testStates('AI models', {
  place,
  heading: 'AI Models',
  list: aiModels.listConfigs,
  others: (api) => {
    api.give(aiModels.unknownCalls, [])
    api.give(aiModels.listProviders, [provider])
  },
  loadFailed: 'AI models could not be loaded',
  empty: { data: [], texts: 'No AI models configured' },
  filled: { data: [model], texts: ['House large', 'house-large'] },
  forbidden: { role: 'VIEWER', texts: 'Only owners and administrators can change AI models. Your role is Viewer.' },
})

const open = (arrange: { configs?: AiModelConfig[]; unknown?: UnknownModelCall[]; at?: string }) =>
  openScreen(arrange.at ?? place, {}, (api) => {
    api.give(aiModels.listConfigs, arrange.configs ?? [model])
    api.give(aiModels.listProviders, [provider])
    api.give(aiModels.unknownCalls, arrange.unknown ?? [])
    api.give(aiModels.templates, { templates: [], categories: [] })
    api.give(aiModels.updateConfig, model)
  })

test('calls of unknown outcome are listed with what they may have cost, and nothing is said where there are none', async () => {
  const call = { id: model.id, purpose: 'run', model: 'house-large', runId: null, costMicros: 250_000, sentAt: at, unknownAt: at } as const
  open({ unknown: [call] })
  const section = await screen.findByRole('region', { name: 'Calls of unknown outcome' })
  expect(within(section).getByText(/^house-large, .*: \$0\.25$/)).toBeTruthy()
})

test('a model shows how many of its calls failed, and why', async () => {
  open({ configs: [{ ...model, failure: { message: 'The provider refused the key', at, calls: 3 } }] })
  const card = within(await screen.findByRole('article', { name: 'House large' }))
  expect(card.getByText(/^3 calls failed this month\. .*The provider refused the key/)).toBeTruthy()
  expect(screen.queryByText('Calls of unknown outcome')).toBeNull()
})

test('prices are entered in dollars, and an empty one stays with the price list', async () => {
  const api = open({ configs: [{ ...model, inputMicrosPerMillion: 500_000, outputMicrosPerMillion: 0 }], at: `${place}?edit=${model.id}` })
  const dialog = within(await screen.findByRole('dialog'))
  const field = async (name: string) => (await dialog.findByRole('textbox', { name })) as HTMLInputElement
  expect([(await field('Price of input')).value, (await field('Price of output')).value]).toEqual(['$0.5', '$0'])
  fireEvent.change(await field('Price of input'), { target: { value: '2.5' } })
  fireEvent.change(await field('Price of output'), { target: { value: '' } })
  fireEvent.change(await field('Price of a picture'), { target: { value: '0.04' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(api.sent(aiModels.updateConfig)).toHaveLength(1))
  expect(api.sent(aiModels.updateConfig)[0]?.body).toMatchObject({
    inputMicrosPerMillion: 2_500_000,
    outputMicrosPerMillion: null,
    imageMicros: 40_000,
  })
})
