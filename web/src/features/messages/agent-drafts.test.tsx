import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { agents } from '@imperium/contract/agents.ts'
import { channelAgents } from '@imperium/contract/channels/channel-agents.ts'
import { knowledge } from '@imperium/contract/knowledge.ts'
import { messages } from '@imperium/contract/messages.ts'
import type { Conversation } from '@imperium/contract/messages.ts'
import { notes } from '@imperium/contract/notes.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { ConfirmHost } from '../../ui/dialog/confirm-host.tsx'

const at = '2026-11-24T00:00:00.000Z'
const id = '01990000-0000-7000-8000-000000000001'
const draft = {
  id: '01990000-0000-7000-8000-000000000002',
  agentName: 'Helper',
  text: 'We open at nine. <img src="https://evil.example/p.png"> ![x](https://evil.example/p.png)',
  sources: [{ number: 1, title: 'Opening hours' }],
  createdAt: at,
}
const conversation: Conversation = {
  id,
  kind: 'contact',
  subject: 'Question',
  contactName: 'Ana',
  direction: 'inbound',
  isMine: false,
  sender: 'Ana',
  senderEmail: 'ana@example.com',
  recipient: '',
  recipientEmail: '',
  preview: 'When do you open?',
  timestamp: at,
  isRead: true,
  isFlagged: false,
  isArchived: false,
  priority: 'normal',
  channel: 'email',
  contactId: null,
  campaignId: null,
  campaignName: null,
  status: 'open',
  assigneeId: null,
  assigneeName: null,
  hasAttachments: false,
  messageCount: 1,
  messages: [],
  participants: [],
  windowUntil: null,
  accountId: null,
  chatState: 'agent',
  agentMode: 'draft',
  draft,
  isDrafting: false,
  blocked: null,
}

function open(change: Partial<Conversation>, role: Role = 'MEMBER', arrange: (api: FakeApi) => void = () => undefined): FakeApi {
  return openScreen(`messages?message=${id}`, { role }, (api) => {
    api.give(messages.list, [])
    api.give(messages.stats, { total: 1, unread: 0, flagged: 0, sentToday: 0 })
    api.give(messages.recipients, { members: [], contacts: [] })
    api.give(messages.read, { ...conversation, ...change })
    api.give(notes.list, [])
    arrange(api)
  })
}

const reply = (direction: 'inbound' | 'outbound' | 'internal', content: string, at: number) => ({
  id: `01990000-0000-7000-8000-00000000001${at}`,
  direction,
  sender: 'Ana',
  senderEmail: '',
  senderVerified: true,
  quotedFrom: null,
  subject: '',
  content,
  timestamp: '2026-11-24T00:00:00.000Z',
  status: 'sent' as const,
  detail: '',
  attachments: [],
  isMine: false,
  isByAgent: direction !== 'inbound',
})

test('a good answer becomes the draft of an article after a notice, for those who may write articles', async () => {
  const thread = [
    reply('inbound', '\nDo you ship to Chile?\nThanks', 1),
    reply('internal', 'Summary', 2),
    reply('outbound', 'Yes, to Chile.', 3),
  ]
  const api = open({ draft: null, messages: thread, messageCount: 3 }, 'MEMBER', (on) => on.refuse(knowledge.create, 409, 'CONFLICT', 'No'))
  render(
    <MantineProvider env="test">
      <ConfirmHost />
    </MantineProvider>,
  )
  const buttons = await screen.findAllByRole('button', { name: 'Good answer: write an article' })
  expect(buttons).toHaveLength(1)
  fireEvent.click(buttons[0] as HTMLElement)
  await screen.findByText(/may hold personal data of the contact/)
  expect(api.sent(knowledge.create)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() =>
    expect(api.sent(knowledge.create)).toMatchObject([
      { body: { title: 'Do you ship to Chile?', body: 'Yes, to Chile.', status: 'DRAFT' } },
    ]),
  )
})

test('a viewer marks no answers', async () => {
  open({ draft: null, messages: [reply('inbound', 'Hello?', 1), reply('outbound', 'Hello.', 2)] }, 'VIEWER')
  await screen.findByText('Hello.')
  expect(screen.queryByRole('button', { name: 'Good answer: write an article' })).toBeNull()
})

describe('drafts of agents in a conversation', () => {
  test('shows a draft as plain text, and sends it as it was changed', async () => {
    const api = open({}, 'MEMBER', (on) => on.give(channelAgents.sendDraft, { isDrafting: false, draft: null }))
    const card = await screen.findByRole('region', { name: 'Draft of Helper' })
    expect(within(card).getByText(/We open at nine/).textContent).toBe(draft.text)
    expect(document.querySelector('img[src*="evil"]')).toBeNull()
    expect(document.querySelector('a[href*="evil"]')).toBeNull()
    expect(within(card).getByText('Sources: Opening hours')).toBeTruthy()
    expect(screen.getByText('The AI agent writes drafts for this contact. You send them.')).toBeTruthy()
    fireEvent.click(within(card).getByRole('button', { name: 'Edit' }))
    fireEvent.change(within(card).getByRole('textbox', { name: 'Text of the draft' }), { target: { value: 'At ten.' } })
    fireEvent.click(within(card).getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(api.sent(channelAgents.sendDraft)).toMatchObject([{ body: { message: 'At ten.' }, params: { draftId: draft.id } }]),
    )
  })

  test('discards a draft; a viewer only reads it', async () => {
    const api = open({}, 'MEMBER', (on) => on.give(channelAgents.discardDraft, null as never))
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(api.sent(channelAgents.discardDraft)).toHaveLength(1))
  })

  test('a viewer reads a draft and can do nothing with it', async () => {
    open({}, 'VIEWER')
    const card = await screen.findByRole('region', { name: 'Draft of Helper' })
    expect(within(card).queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Draft with agent' })).toBeNull()
  })

  test('asks a chosen agent for a draft', async () => {
    const api = open({ draft: null, chatState: null, agentMode: null }, 'MEMBER', (on) => {
      on.give(agents.list, [agent('Helper'), agent('Writer')])
      on.give(channelAgents.askDraft, { isDrafting: true, draft: null })
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Draft with agent' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Writer' }))
    await waitFor(() => expect(api.sent(channelAgents.askDraft)).toMatchObject([{ params: { id }, body: { agentId: agent('Writer').id } }]))
  })

  test('says while an agent writes, and who answers by itself', async () => {
    open({ draft: null, isDrafting: true, agentMode: 'auto' })
    expect((await screen.findByRole('button', { name: 'The agent is writing...' })).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('The AI agent answers this contact. If you reply, you take over.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Take over' })).toBeTruthy()
  })
})

const agent = (name: string) => ({
  id: name === 'Helper' ? id : draft.id,
  name,
  description: '',
  type: 'SALES' as const,
  category: 'Business',
  status: 'ACTIVE' as const,
  model: 'm',
  systemPrompt: '',
  temperature: 0.7,
  maxTokens: 2000,
  capabilities: [],
  outputSchema: null,
  isPublic: false,
  version: 1,
  monthlyBudgetMicros: null,
  usageCount: 0,
  lastUsedAt: null,
  successRate: null,
  createdAt: at,
  updatedAt: at,
})
