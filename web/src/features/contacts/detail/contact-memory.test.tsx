import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { contactMemories } from '@imperium/contract/contacts/contact-memories.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { profileQuery } from '../../../lib/session.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { personOf } from '../../../testing/person-of.ts'
import { showPart } from '../../../testing/show-part.tsx'
import { ContactMemory } from './contact-memory.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const memory = {
  id: '01990000-0000-7000-8000-000000000002',
  fact: 'Prefers Fridays',
  agentName: 'Helper',
  updatedAt: '2026-11-24T00:00:00.000Z',
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(role: Role) {
  const api = createFakeApi()
  api.give(contactMemories.list, [memory])
  api.give(contactMemories.update, { ...memory, fact: 'Prefers Mondays', agentName: null })
  api.give(contactMemories.remove, null as never)
  vi.stubGlobal('fetch', api.fetch)
  queryClient.setQueryData(profileQuery.queryKey, personOf(role))
  showPart(
    <QueryClientProvider client={queryClient}>
      <ContactMemory id={id} />
    </QueryClientProvider>,
  )
  return api
}

test('a member corrects and erases what agents remember about a contact', async () => {
  const api = show('MEMBER')
  expect(await screen.findByText(/Remembered by Helper/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Correct: Prefers Fridays' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Fact' }), { target: { value: 'Prefers Mondays' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(api.sent(contactMemories.update)).toMatchObject([{ params: { id, memoryId: memory.id }, body: { fact: 'Prefers Mondays' } }]),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Erase: Prefers Fridays' }))
  await waitFor(() => expect(api.sent(contactMemories.remove)).toHaveLength(1))
})

test('a viewer only reads it', async () => {
  show('VIEWER')
  await screen.findByText('Prefers Fridays', { exact: false })
  expect(screen.queryAllByRole('button')).toEqual([])
})
