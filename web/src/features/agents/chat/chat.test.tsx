import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agents } from '@imperium/contract/agents.ts'
import type { Agent } from '@imperium/contract/agents.ts'
import { aiModels } from '@imperium/contract/ai-models.ts'
import { runs } from '@imperium/contract/runs.ts'
import type { CatalogueModel } from '@imperium/contract/ai-models.ts'
import type { Run, RunStep } from '@imperium/contract/runs.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { FakeApi } from '../../../testing/fake-api.ts'
import { openScreen } from '../../../testing/open-screen.tsx'

const idOf = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`
const at = '2026-03-10T10:00:00.000Z'
const agent: Agent = {
  id: idOf(1),
  name: 'Parcel guide',
  description: '',
  type: 'CUSTOMER_SERVICE',
  category: 'Support',
  status: 'ACTIVE',
  model: 'sandbox',
  systemPrompt: 'Be brief.',
  temperature: 0.7,
  maxTokens: 2e3,
  capabilities: [],
  isPublic: false,
  version: 3,
  outputSchema: null,
  monthlyBudgetMicros: null,
  usageCount: 0,
  lastUsedAt: null,
  successRate: null,
  createdAt: at,
  updatedAt: at,
}
const model: CatalogueModel = {
  modelId: 'sandbox',
  displayName: 'Sandbox',
  provider: 'Sandbox',
  providerIcon: '',
  providerColor: '#000000',
  configId: idOf(5),
  isActive: true,
  isDefault: true,
  isSandbox: true,
  canCallTools: true,
  readsImages: false,
  inputMicrosPerMillion: null,
  outputMicrosPerMillion: null,
  contextTokens: null,
}
const runOf = (number: number, input: string, more: Partial<Run> = {}): Run => ({
  id: idOf(number),
  agentId: agent.id,
  agentName: agent.name,
  agentVersion: 3,
  status: 'completed',
  model: 'sandbox',
  input,
  output: `Answer to ${input}`,
  error: null,
  inputTokens: 10,
  outputTokens: 5,
  costMicros: 1200,
  latencyMs: 400,
  recoveries: 0,
  startedBy: 'Ada',
  afterRunId: null,
  isDraft: false,
  createdAt: at,
  startedAt: at,
  finishedAt: at,
  ...more,
})
const step: RunStep = {
  seq: 1,
  kind: 'tool_call',
  name: 'database_query',
  status: 'completed',
  input: { table: 'contacts' },
  output: { rows: [] },
  error: null,
  attempt: 1,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  startedAt: at,
  finishedAt: at,
}

/** The chat of the agent over runs that the test holds. */
function openChat(known: Run[], { last, role, catalogue = [] }: { last?: Run; role?: Role; catalogue?: CatalogueModel[] } = {}): FakeApi {
  const find = (id: string | undefined) => known.find((run) => run.id === id) as Run
  const chain = (run: Run | undefined): Run[] => (run ? [...chain(run.afterRunId ? find(run.afterRunId) : undefined), run] : [])
  return openScreen(`agents?agent=${agent.id}&tab=chat${last ? `&run=${last.id}` : ''}`, role ? { role } : {}, (api) => {
    api.give(agents.list, [])
    api.give(agents.stats, { matching: 0, total: 0, active: 0, totalRuns: 0, successRate: null, models: [], maxAgents: 10 })
    api.give(agents.read, agent)
    api.give(aiModels.catalogue, catalogue)
    api.give(runs.conversation, ({ params }) => chain(find(params['id'])))
    api.give(runs.read, ({ params }) => ({ ...find(params['id']), steps: [step] }))
    api.give(runs.listForAgent, [])
  })
}
const chat = async () => within(await screen.findByRole('region', { name: 'Chat with Parcel guide' }))
const send = (part: Awaited<ReturnType<typeof chat>>, text: string) => {
  const box = part.getByRole('textbox', { name: 'Message' })
  fireEvent.change(box, { target: { value: text } })
  fireEvent.keyDown(box, { key: 'Enter' })
}

test('answers a first message, and shows the model the turns before a second', async () => {
  const known: Run[] = []
  const api = openChat(known)
  const part = await chat()
  await part.findByText('Try Parcel guide')
  expect(part.queryByRole('button', { name: 'Attach images' })).toBeNull()
  api.give(runs.execute, ({ body }) => {
    const { input, after } = body as { input: string; after?: string }
    const run = runOf(10 + known.length, input, { afterRunId: after ?? null })
    known.push(run)
    return { runId: run.id, status: 'queued' as const }
  })
  send(part, 'Where is it?')
  await part.findByText('Answer to Where is it?')
  expect(part.getByText(/15 tokens · \$0\.0012 · version 3/)).toBeTruthy()
  send(part, 'And now?')
  await part.findByText('Answer to And now?')
  expect(part.getByText('Answer to Where is it?')).toBeTruthy()
  expect(api.sent(runs.execute).map(({ body }) => body)).toEqual([{ input: 'Where is it?' }, { input: 'And now?', after: idOf(10) }])
  // The chat is in the address: a reload shows it again.
  expect(location.search).toContain(idOf(11))
})

test('an image is uploaded when it is chosen, and sent with the message to a model that reads images', async () => {
  const known: Run[] = []
  const seeing = openChat(known, { catalogue: [{ ...model, readsImages: true }] })
  const part = await chat()
  seeing.give(runs.uploadImage, { id: idOf(90) })
  seeing.hold(runs.image)
  seeing.give(runs.execute, ({ body }) => {
    const { input, images } = body as { input: string; images?: string[] }
    known.push(runOf(60, input, { inputImages: images ?? [] }))
    return { runId: idOf(60), status: 'queued' as const }
  })
  await part.findByRole('button', { name: 'Attach images' })
  const photo = new File(['x'], 'shelf.png', { type: 'image/png' })
  fireEvent.paste(part.getByRole('textbox', { name: 'Message' }), { clipboardData: { files: [photo] } })
  await part.findByAltText('shelf.png')
  expect(part.getByRole('button', { name: 'Remove shelf.png' })).toBeTruthy()
  send(part, 'What is missing?')
  await part.findByText('Answer to What is missing?')
  expect(seeing.sent(runs.execute).map(({ body }) => body)).toEqual([{ input: 'What is missing?', images: [idOf(90)] }])
  expect(part.queryByAltText('shelf.png')).toBeNull()
  expect(part.getByRole('group', { name: 'Attached images' })).toBeTruthy()
})

test('an edited message runs again from the turn before it', async () => {
  const first = runOf(20, 'One')
  const second = runOf(21, 'Two', { afterRunId: first.id })
  const third = runOf(22, 'Three', { afterRunId: second.id })
  const known = [first, second, third]
  const api = openChat(known, { last: third })
  const part = await chat()
  await part.findByText('Answer to Three')
  const edited = runOf(23, 'Two, better', { afterRunId: first.id })
  api.give(runs.execute, () => {
    known.push(edited)
    return { runId: edited.id, status: 'queued' as const }
  })
  fireEvent.click(part.getAllByRole('button', { name: 'Edit and run again' })[1] as HTMLElement)
  fireEvent.change(part.getByRole('textbox', { name: 'Edited message' }), { target: { value: 'Two, better' } })
  fireEvent.click(part.getByRole('button', { name: 'Run again' }))
  await part.findByText('Answer to Two, better')
  expect(api.sent(runs.execute).map(({ body }) => body)).toEqual([{ input: 'Two, better', after: first.id }])
  expect(part.queryByText('Three')).toBeNull()
  expect(part.getByText('Answer to One')).toBeTruthy()
})

test('shows the steps of an answer on request, with arguments and results', async () => {
  const run = runOf(30, 'Count')
  const api = openChat([run], { last: run })
  const part = await chat()
  await part.findByText('Answer to Count')
  expect(api.sent(runs.read)).toEqual([])
  fireEvent.click(part.getByRole('button', { name: 'Steps' }))
  fireEvent.click(await part.findByRole('button', { name: /database_query/ }))
  expect((await part.findAllByText(/"table": "contacts"/)).length).toBeGreaterThan(0)
})

test('says in the chat why a message was not sent, and keeps its text', async () => {
  const api = openChat([])
  const part = await chat()
  api.refuse(runs.execute, 409, 'CONFLICT', 'This agent is paused and does not run. Activate it first.')
  send(part, 'Hello')
  await part.findByText('The message was not sent')
  expect(part.getByText(/This agent is paused/)).toBeTruthy()
  expect(part.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Hello')
})

test('shows why an answer failed, and lets the person go on', async () => {
  const run = runOf(40, 'Fail', { status: 'failed', output: null, error: { code: 'model_auth', message: 'The key is wrong.' } })
  openChat([run], { last: run })
  const part = await chat()
  await part.findByText('The key is wrong.')
  expect(part.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).disabled).toBe(false)
})

test('stops an answer that is being written', async () => {
  const working = runOf(50, 'Long', { status: 'running', output: null, finishedAt: null, latencyMs: null })
  const known = [working]
  const api = openChat(known, { last: working })
  api.refuse(runs.events, 503, 'UNAVAILABLE', 'No stream')
  const part = await chat()
  const stop = await part.findByRole('button', { name: 'Stop' })
  const stopped: Run = { ...working, status: 'cancelled', output: 'Half', finishedAt: at }
  api.give(runs.cancel, () => {
    known[0] = stopped
    return stopped
  })
  fireEvent.click(stop)
  await part.findByText('Half')
  await part.findByRole('button', { name: 'Send' })
  expect(api.sent(runs.cancel)).toHaveLength(1)
})

test('a viewer reads a chat and cannot write', async () => {
  const run = runOf(60, 'Read me')
  openChat([run], { last: run, role: 'VIEWER' })
  const part = await chat()
  await part.findByText('Answer to Read me')
  expect(part.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).disabled).toBe(true)
  expect(part.queryByRole('button', { name: 'Edit and run again' })).toBeNull()
})

test('says that a chat could not be loaded', async () => {
  const run = runOf(70, 'Gone')
  const api = openChat([run], { last: run })
  api.refuse(runs.conversation, 404, 'NOT_FOUND', 'Not found')
  await waitFor(() => expect(screen.getByText('This chat could not be loaded')).toBeTruthy())
})

test('says where the caller may not see what an agent read', async () => {
  const hidden = runOf(70, 'Who did what?', { output: null, isHidden: true, needs: ['audit:read'] })
  const api = openChat([hidden], { last: hidden })
  api.give(runs.read, { ...hidden, steps: [{ ...step, input: null, output: null, needs: ['audit:read'], isHidden: true }] })
  const part = await chat()
  await part.findByText('You do not have permission to see this result')
  fireEvent.click(part.getByRole('button', { name: 'Steps' }))
  fireEvent.click(await part.findByRole('button', { name: /database_query/ }))
  expect(await part.findAllByText('You do not have permission to see this result')).toHaveLength(2)
  expect(part.queryByText('Input')).toBeNull()
})
