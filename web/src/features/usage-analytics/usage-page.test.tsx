import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aiModels } from '@imperium/contract/ai-models.ts'
import type { UnknownModelCall } from '@imperium/contract/ai-models.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { usageAnalytics } from '@imperium/contract/usage-analytics.ts'
import type { ModelUsage, UsageDashboard, UsageFigures } from '@imperium/contract/usage-analytics.ts'
import { openScreen } from '../../testing/open-screen.tsx'

const zero = '00000000-0000-0000-0000-000000000000'
const agentId = '0198c0de-0000-7000-8000-000000000001'
const figures: UsageFigures = {
  modelCalls: 45,
  apiCalls: 12,
  runs: 30,
  failedRuns: 1,
  inputTokens: 900,
  outputTokens: 100,
  costMicros: 2_500_000,
  messages: 0,
}
const model = (index: number): ModelUsage => ({
  configId: zero,
  modelId: `model-${index}`,
  modelName: `Model ${index}`,
  provider: 'OpenAI',
  providerColor: '#6366f1',
  apiCalls: 10 - index,
  dietPlansGenerated: 0,
  inputTokens: 700,
  outputTokens: 77,
  costMicros: 1_000_000,
  lastUsedAt: '2026-11-24T08:00:00.000Z',
})
const used: UsageDashboard = {
  overview: { totalApiCalls: 45, activeModels: 7, totalModels: 9 },
  chartData: [
    { date: '2026-11-22', count: 20 },
    { date: '2026-11-23', count: 0 },
    { date: '2026-11-24', count: 25 },
  ],
  usageByModel: [1, 2, 3, 4, 5, 6, 7].map(model),
  totals: figures,
  timeZone: 'UTC',
  credits: { balance: 76_000, spentThisMonth: 24_000, currency: 'INR' },
}

const lost: UnknownModelCall = {
  id: agentId,
  purpose: 'run',
  model: 'gpt-4',
  runId: null,
  costMicros: 190_000,
  sentAt: '2026-11-24T08:00:00.000Z',
  unknownAt: '2026-11-24T08:00:30.000Z',
}

const open = (place: string, usage: UsageDashboard, role: Role = 'OWNER') =>
  openScreen(`settings/analytics${place}`, { role }, (api) => {
    api.give(usageAnalytics.dashboard, usage)
    api.give(usageAnalytics.alert, { amountMicros: null })
    api.give(aiModels.unknownCalls, [lost])
    api.give(usageAnalytics.breakdown, {
      rows: [
        { subjectId: agentId, name: 'Qualifier', ...figures, modelCalls: 40, lastUsedAt: '2026-11-24T08:00:00.000Z' },
        { subjectId: null, name: null, ...figures, modelCalls: 5, lastUsedAt: null },
      ],
      totals: figures,
    })
  })

test('shows the cards, the average, the six most used models, and asks again for another period and on Refresh', async () => {
  const api = open('', used)
  expect(await screen.findByText('Average daily usage: 15')).toBeTruthy()
  const unknown = await screen.findByRole('region', { name: 'Calls of unknown outcome' })
  expect(unknown.textContent).toMatch(/gpt-4, .*: \$0\.19/)
  for (const label of ['Total API Calls', 'Active Models', 'Total Models']) expect(screen.getByText(label)).toBeTruthy()
  const ring = await within(screen.getByRole('region', { name: 'Usage by Model' })).findAllByText(/^Model \d$/)
  expect(new Set(ring.map(({ textContent }) => textContent)).size).toBe(6)
  fireEvent.click(screen.getByRole('radio', { name: '90 days' }))
  const requested = () => api.sent(usageAnalytics.dashboard).map(({ query }) => query['period'])
  await waitFor(() => expect(requested()).toEqual(['30d', '90d']))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' }).dataset['loading']).toBeUndefined())
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(requested()).toEqual(['30d', '90d', '90d']))
})

test('View Details opens the figures of a model', async () => {
  open('', used)
  fireEvent.click(await screen.findByRole('button', { name: 'View Details: Model 2' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Model 2' }))
  expect(panel.getByText('model-2')).toBeTruthy()
  expect(panel.getByText('700')).toBeTruthy()
})

test('a breakdown links to its objects and shows the rest', async () => {
  open('?by=agent', used)
  expect((await screen.findByRole('link', { name: 'Qualifier' })).getAttribute('href')).toContain(`agents?agent=${agentId}`)
  expect(screen.getByText('Other')).toBeTruthy()
})

test('no usage; a viewer is not offered the keys', async () => {
  open('?by=key', { ...used, overview: { ...used.overview, totalApiCalls: 0 }, chartData: [], usageByModel: [] }, 'VIEWER')
  expect((await screen.findAllByText('No usage data available for this period')).length).toBe(3)
  expect(screen.queryByRole('tab', { name: 'API Keys' })).toBeNull()
})

test('shows the credits, and keeps the cost at which the owners are told', async () => {
  const api = open('', used)
  api.give(usageAnalytics.setAlert, { amountMicros: 25_000_000 })
  expect(await screen.findByText('₹760')).toBeTruthy()
  const amount = await screen.findByRole('textbox', { name: 'Tell the owners when models cost this much in a month' })
  fireEvent.change(amount, { target: { value: '0.5' } })
  await screen.findByText('At least $1')
  fireEvent.change(amount, { target: { value: '25' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.sent(usageAnalytics.setAlert).map(({ body }) => body)).toEqual([{ amountMicros: 25_000_000 }]))
})
