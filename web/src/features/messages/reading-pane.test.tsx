import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messages } from '@imperium/contract/messages.ts'
import type { Conversation, Reply } from '@imperium/contract/messages.ts'
import { notes } from '@imperium/contract/notes.ts'
import { openScreen } from '../../testing/open-screen.tsx'

const at = '2026-11-24T00:00:00.000Z'
const id = '01990000-0000-7000-8000-000000000001'
const answer = 'The large one.'
const quotation = '\n\nOn Monday at 10:00, Support wrote:\n> which size do you need?'

const reply = (number: number, change: Partial<Reply>): Reply => ({
  id: `01990000-0000-7000-8000-00000000001${number}`,
  direction: 'inbound',
  sender: `Ana ${number}`,
  senderEmail: 'ana@example.com',
  senderVerified: true,
  content: answer,
  quotedFrom: null,
  subject: 'Sizes',
  timestamp: at,
  status: 'received',
  detail: '',
  attachments: [],
  isMine: false,
  isByAgent: false,
  ...change,
})

const conversation: Conversation = {
  id,
  kind: 'contact',
  subject: 'Cancel my order',
  contactName: 'Ana',
  direction: 'inbound',
  isMine: false,
  sender: 'Ana',
  senderEmail: 'ana@example.com',
  recipient: '',
  recipientEmail: '',
  preview: answer,
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
  chatState: null,
  agentMode: null,
  draft: null,
  isDrafting: false,
  blocked: null,
}

const open = (thread: Reply[]) =>
  openScreen(`messages?message=${id}`, { role: 'VIEWER' }, (api) => {
    api.give(messages.list, [])
    api.give(messages.stats, { total: 1, unread: 0, flagged: 0, sentToday: 0 })
    api.give(messages.recipients, { members: [], contacts: [] })
    api.give(messages.read, { ...conversation, messages: thread, messageCount: thread.length })
    api.give(notes.list, [])
  })
const card = (number: number) => screen.findByRole('region', { name: `Message of Ana ${number}` })

test('folds the quotation below an answer, and unfolds it on request, for the keyboard too', async () => {
  open([reply(1, { content: answer + quotation, quotedFrom: answer.length })])
  const shown = within(await card(1))
  expect(shown.queryByText(/which size/)).toBeNull()
  const button = shown.getByRole('button', { name: 'Show quoted text' })
  expect([button.tagName, button.getAttribute('aria-expanded'), button.tabIndex]).toEqual(['BUTTON', 'false', 0])
  button.focus()
  fireEvent.click(button)
  expect(shown.getByText(/which size do you need/)).toBeTruthy()
  // The same button folds it again: it keeps the focus.
  expect(document.activeElement).toBe(button)
  expect([button.textContent, button.getAttribute('aria-expanded')]).toEqual(['Hide quoted text', 'true'])
  fireEvent.click(button)
  expect(shown.queryByText(/which size/)).toBeNull()
})

test('offers nothing to unfold where nothing is quoted', async () => {
  open([reply(1, { content: '> not of ours\nstays' })])
  const shown = within(await card(1))
  expect(shown.getByText(/not of ours/)).toBeTruthy()
  expect(shown.queryByRole('button', { name: /quoted text/ })).toBeNull()
})

test('names the subject of an email where it is another one', async () => {
  open([reply(1, {}), reply(2, { subject: 'AW: Sizes' }), reply(3, { subject: '' }), reply(4, { subject: 'Cancel my order' })])
  expect((await card(1)).textContent).toContain('Subject: Sizes')
  expect((await card(2)).textContent).not.toContain('Subject:')
  expect((await card(3)).textContent).not.toContain('Subject:')
  expect((await card(4)).textContent).toContain('Subject: Cancel my order')
})
