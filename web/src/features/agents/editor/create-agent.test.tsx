import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agents } from '@imperium/contract/agents.ts'
import type { AgentProposal } from '@imperium/contract/agents.ts'
import { aiModels } from '@imperium/contract/ai-models.ts'
import { integrations } from '@imperium/contract/integrations.ts'
import { templates } from '@imperium/contract/templates.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { openScreen } from '../../../testing/open-screen.tsx'

const proposal: AgentProposal = {
  name: 'Delivery times support',
  description: 'Answers customers about delivery times',
  type: 'CUSTOMER_SERVICE',
  category: 'Support',
  systemPrompt: 'You answer customers about delivery times.',
  capabilities: ['sentiment_analysis'],
  temperature: 0.3,
  model: 'Sandbox',
  isSandbox: true,
  reason: null,
  costMicros: 0,
}
const opened = () =>
  openScreen('agents?create=true', {}, (api) => {
    api.give(agents.list, [])
    api.give(agents.stats, { matching: 0, total: 0, active: 0, totalRuns: 0, successRate: null, models: [], maxAgents: 10 })
    api.give(aiModels.catalogue, [])
    api.give(templates.list, [])
    api.give(integrations.list, [])
    api.give(integrations.connections, [])
    api.give(workflows.list, [])
    api.give(agents.capabilities, [
      { capability: 'web_search', isReady: true, servedBy: 'Trial search', isSandbox: true },
      { capability: 'calendar_integration', isReady: false, servedBy: null, isSandbox: false },
    ])
  })
const form = async () => within(await screen.findByRole('dialog', { name: 'Create agent' }))
const valueOf = (element: HTMLElement) => (element as HTMLInputElement).value
async function propose(text = 'answers customers about delivery times') {
  const part = await form()
  const task = await part.findByRole('textbox', { name: 'Describe the task in one sentence' })
  fireEvent.change(task, { target: { value: text } })
  fireEvent.click(part.getByRole('button', { name: 'Propose' }))
  return part
}

test('one sentence fills the form; nothing is created before the person saves', async () => {
  const api = opened()
  api.give(agents.propose, proposal)
  const part = await propose()
  await part.findByText('Proposed by Sandbox. Change what you like before you save.')
  expect(valueOf(part.getByRole('textbox', { name: 'Name' }))).toBe('Delivery times support')
  const prompt = part.getByRole('textbox', { name: 'System prompt' })
  expect(valueOf(prompt)).toBe(proposal.systemPrompt)
  expect(part.getByRole<HTMLInputElement>('checkbox', { name: 'Sentiment analysis' }).checked).toBe(true)
  fireEvent.change(prompt, { target: { value: 'Mine.' } })
  expect(valueOf(prompt)).toBe('Mine.')
  expect(api.writes()).toEqual(['agents.propose'])
})

test('says why no model proposed, and what failed', async () => {
  const api = opened()
  api.give(agents.propose, { ...proposal, model: null, reason: { message: 'Choose a default AI model in the settings first.' } })
  const part = await propose()
  await part.findByText('Proposed by built-in rules')
  expect(part.getByText(/Choose a default AI model/)).toBeTruthy()
  api.refuse(agents.propose, 429, 'RATE_LIMITED', 'Too many requests')
  fireEvent.click(part.getByRole('button', { name: 'Propose' }))
  await part.findByText('No proposal')
})

test('offers no capability that a model cannot use, and says what is missing', async () => {
  opened()
  const part = await form()
  fireEvent.click(await part.findByRole('checkbox', { name: 'Web search' }))
  part.getByText('Web search uses Trial search: a sandbox with invented results.')
  for (const name of ['Calendar integration', 'Image generation']) expect(part.queryByRole('checkbox', { name })).toBeNull()
  const link = part.getByRole('link', { name: 'Connect a calendar' })
  expect(link.getAttribute('href')).toContain('integrations?q=calendar')
})

test('grants hosts with their methods, and an output schema only where it is one', async () => {
  const api = opened()
  api.refuse(agents.create, 409, 'PLAN_LIMIT', 'Your plan allows 0 agents.')
  const part = await form()
  fireEvent.change(part.getByRole('textbox', { name: 'Name' }), { target: { value: 'Caller' } })
  const host = part.getByRole('textbox', { name: 'Host' })
  const add = (text: string) => {
    fireEvent.change(host, { target: { value: text } })
    fireEvent.keyDown(host, { key: 'Enter' })
  }
  add('not a host')
  part.getByText('Enter a host such as api.example.com')
  add('https://API.example.com/orders?x=1')
  part.getByText('api.example.com')
  add('api.example.com')
  part.getByText('This host is in the list already')
  fireEvent.click(part.getByRole('switch', { name: /^Answer as JSON/ }))
  const schema = part.getByRole('textbox', { name: 'JSON schema of the answer' })
  fireEvent.change(schema, { target: { value: '{"type":"array"}' } })
  part.getByText('The schema must be of "type": "object"')
  fireEvent.change(schema, { target: { value: '{"type":"object"}' } })
  fireEvent.click(part.getByRole('button', { name: 'Create agent' }))
  await waitFor(() => expect(api.writes()).toEqual(['agents.create']))
  expect(api.sent(agents.create)[0]?.body).toMatchObject({
    capabilities: ['host:GET:api.example.com'],
    config: { outputSchema: { type: 'object' } },
  })
})

test('the prompt editor inserts variables and names those that do not exist', async () => {
  opened()
  const part = await form()
  fireEvent.click(await part.findByRole('button', { name: 'Open the prompt editor' }))
  const editor = within(await screen.findByRole('dialog', { name: 'System prompt' }))
  const box = editor.getByRole('textbox', { name: 'System prompt' })
  fireEvent.change(box, { target: { value: 'Hello {{customer}} ' } })
  expect(editor.getByText(/Unknown variables: \{\{customer\}\}/)).toBeTruthy()
  fireEvent.click(editor.getByRole('button', { name: 'Insert a variable' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /agent\.name/ }))
  expect(valueOf(box)).toContain('{{agent.name}}')
  fireEvent.click(editor.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'System prompt' })).toBeNull())
  expect(valueOf(part.getByRole('textbox', { name: 'System prompt' }))).toContain('{{agent.name}}')
})
