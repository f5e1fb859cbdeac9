import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { knowledge } from '@imperium/contract/knowledge.ts'
import { support } from '@imperium/contract/support.ts'
import type { Ticket } from '@imperium/contract/support.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { usePendingQuestion } from '../../ui/dialog/confirm.ts'
import { testStates } from '../../testing/screen-states.ts'

const at = '2026-11-24T00:00:00.000Z'
const id = '01990000-0000-7000-8000-000000000001'
const ticket: Ticket = {
  id,
  subject: 'Mail does not arrive',
  category: 'problem',
  status: 'answered',
  authorName: 'Ada Lovelace',
  isMine: true,
  isHandedOver: true,
  lastMessageAt: at,
  createdAt: at,
}
const desk = { hasDesk: true, email: null, version: '0.1.0' }

testStates('support', {
  place: 'support',
  heading: 'Support',
  list: support.list,
  others: (api) => api.give(support.overview, desk),
  loadFailed: 'Tickets could not be loaded',
  empty: { data: [], texts: 'No tickets yet' },
  noMatch: { place: 'support?status=closed', texts: 'No tickets found' },
  filled: { data: [ticket], texts: ['Mail does not arrive', 'Answered'] },
})

describe('support', () => {
  test('shows what the help says, one result for each article, which opens at its passage', async () => {
    const passage = {
      articleId: 'mail-does-not-arrive',
      documentId: null,
      title: 'Mail does not arrive',
      category: 'troubleshooting' as const,
      position: 0,
      headings: ['Mail does not arrive'],
      passage: 'Look at the sender.',
      score: 0.9,
      strength: 0.9,
      matched: 'all' as const,
      words: ['mail'],
      similarity: null,
    }
    openScreen('support?q=mail', {}, (on) => {
      on.give(support.overview, desk)
      on.give(support.list, [])
      on.give(knowledge.search, [passage, { ...passage, position: 1, passage: 'Look at the domain.' }])
    })
    const link = await screen.findByRole('link', { name: /Mail does not arrive/ })
    expect(link.getAttribute('href')).toContain('docs?article=mail-does-not-arrive&quote=Look+at+the+sender.')
    expect(screen.queryByText('Look at the domain.')).toBeNull()
  })

  test('without a desk it says so before a ticket is written, and offers the address', async () => {
    openScreen('support?create=true', {}, (on) => {
      on.give(support.overview, { ...desk, hasDesk: false, email: 'help@example.com' })
      on.give(support.list, [])
    })
    const links = await screen.findAllByRole('link', { name: 'Write to help@example.com', hidden: true })
    expect(links[0]?.getAttribute('href')).toBe('mailto:help@example.com')
  })

  test('shows version and requests before they are sent with a ticket', async () => {
    const api = openScreen('support', { role: 'VIEWER' }, (on) => {
      on.give(support.overview, desk)
      on.give(support.list, [])
      on.give(support.create, { ...ticket, version: '0.1.0', requestIds: [], messages: [] })
      on.give(support.read, { ...ticket, version: '0.1.0', requestIds: [], messages: [] })
    })
    fireEvent.click(await screen.findByRole('button', { name: 'New ticket' }))
    fireEvent.change(await screen.findByRole('textbox', { name: /^Subject/ }), { target: { value: 'Help' } })
    fireEvent.change(screen.getByRole('textbox', { name: /^Message/ }), { target: { value: 'It fails.' } })
    await screen.findByText('Version 0.1.0')
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(api.sent(support.create)).toHaveLength(1))
    expect(api.sent(support.create)[0]?.body).toMatchObject({ category: 'question', subject: 'Help', message: 'It fails.' })
    await screen.findByRole('heading', { level: 1, name: 'Mail does not arrive' })
  })

  test('a ticket shows both sides, takes a reply and is closed after a question', async () => {
    const message = { isMine: true, createdAt: at, attachments: [] }
    const detail = {
      ...ticket,
      version: '0.1.0',
      requestIds: ['req-1'],
      messages: [
        { ...message, id, origin: 'member' as const, authorName: 'Ada Lovelace', body: 'It fails.' },
        { ...message, id: `${id.slice(0, -1)}2`, origin: 'desk' as const, authorName: 'Grace', body: 'Restart it.', isMine: false },
      ],
    }
    const api = openScreen(`support?ticket=${id}`, {}, (on) => {
      on.give(support.overview, desk)
      on.give(support.read, detail)
      on.give(support.reply, detail)
      on.give(support.close, { ...detail, status: 'closed' })
    })
    await screen.findByText('Restart it.')
    fireEvent.change(screen.getByRole('textbox', { name: 'Reply' }), { target: { value: 'It helped.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Reply' }))
    await waitFor(() => expect(api.sent(support.reply)[0]?.body).toEqual({ message: 'It helped.', attachmentIds: [] }))
    fireEvent.click(screen.getByRole('button', { name: 'Close ticket' }))
    expect(api.sent(support.close)).toHaveLength(0)
    const { result: question } = renderHook(() => usePendingQuestion())
    act(() => question.current?.answer(true))
    await waitFor(() => expect(api.sent(support.close)).toHaveLength(1))
  })
})
