import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agents } from '@imperium/contract/agents.ts'
import { notes } from '@imperium/contract/notes.ts'
import { runs } from '@imperium/contract/runs.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { openScreen } from '../../../testing/open-screen.tsx'

const run: Run = {
  id: '01990000-0000-7000-8000-000000000001',
  agentId: '01990000-0000-7000-8000-000000000002',
  agentName: 'Harbour clerk',
  agentVersion: 1,
  status: 'failed',
  model: 'sandbox',
  input: 'When does my parcel come?',
  output: null,
  error: { code: 'timeout', message: 'The run took too long.' },
  inputTokens: 1,
  outputTokens: 2,
  costMicros: 30,
  latencyMs: 120,
  recoveries: 0,
  startedBy: 'Nina New',
  afterRunId: null,
  isDraft: false,
  createdAt: '2026-03-14T08:00:00.000Z',
  startedAt: '2026-03-14T08:00:00.000Z',
  finishedAt: '2026-03-14T08:00:01.000Z',
}
const since = '2026-03-10T00:00:00.000Z'

test('lists the runs behind a figure of the dashboard; one opens with its input', async () => {
  const api = openScreen(`agents/runs?since=${since}&status=failed`, {}, (fake) => {
    fake.give(runs.list, [run])
    fake.give(runs.read, { ...run, steps: [] })
    fake.give(agents.list, [])
    fake.give(notes.list, [])
  })
  fireEvent.click(await screen.findByText('Harbour clerk'))
  expect(api.sent(runs.list)[0]?.query).toMatchObject({ from: since, status: 'failed' })
  const panel = within(await screen.findByRole('dialog', { name: 'Harbour clerk' }))
  await panel.findByText('When does my parcel come?')
  expect(panel.getByText('The run took too long.')).toBeTruthy()
})

test('a run shows what its calls of unknown outcome may have cost, in the list with the rest', async () => {
  const charged = { ...run, costMicros: 1_200_000, unknownCostMicros: 300_000 }
  openScreen('agents/runs', {}, (fake) => {
    fake.give(runs.list, [charged])
    fake.give(runs.read, { ...charged, steps: [] })
    fake.give(agents.list, [])
    fake.give(notes.list, [])
  })
  expect(await screen.findByText('$1.50')).toBeTruthy()
  fireEvent.click(await screen.findByText('Harbour clerk'))
  const panel = within(await screen.findByRole('dialog', { name: 'Harbour clerk' }))
  expect(await panel.findByText(/\$1\.20 · up to \$0\.30 more for calls of unknown outcome/)).toBeTruthy()
})

test('an answer links the passages that it cites, and nothing else in it', async () => {
  const citation = { number: 1, source: 'article' as const, id: 'refunds', title: 'Refunds', headings: ['Refunds', 'Annual plans'] }
  const citations = [{ ...citation, position: 0, passage: 'Annual plans are refunded.' }]
  const output = 'They are refunded [1], see [2] and [this](https://elsewhere.test).'
  openScreen(`agents/runs?run=${run.id}`, {}, (fake) => {
    fake.give(runs.list, [])
    fake.give(runs.read, { ...run, status: 'completed', error: null, output, citations, steps: [] })
    fake.give(agents.list, [])
    fake.give(notes.list, [])
  })
  const panel = within(await screen.findByRole('dialog', { name: 'Harbour clerk' }))
  const marker = await panel.findByRole('link', { name: '[1]' })
  expect(marker.getAttribute('href')).toContain('docs?article=refunds&quote=')
  expect(panel.getAllByRole('link').map((link) => link.textContent)).toEqual(['[1]', 'Refunds › Annual plans'])
})
