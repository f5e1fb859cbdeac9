import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mcp } from '@imperium/contract/mcp/mcp.ts'
import type { McpApproval, McpConnection } from '@imperium/contract/mcp/mcp.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

const connection: McpConnection = {
  id: id(7),
  clientName: 'Desk assistant',
  redirectOrigin: 'https://assistant.example',
  userName: 'Ada Lovelace',
  isMine: true,
  scopes: ['agents:read'],
  createdAt: at,
  endsAt: '2027-05-28T12:00:00.000Z',
  lastUsedAt: at,
}

const approval: McpApproval = {
  id: id(8),
  clientName: 'Desk assistant',
  userName: 'Ada Lovelace',
  isMine: true,
  operation: 'agents.remove',
  summary: 'Delete an agent',
  input: { id: id(9) },
  status: 'pending',
  createdAt: at,
  expiresAt: at,
}
const withApprovals = (api: FakeApi, approvals: McpApproval[] = []) => {
  api.give(mcp.readPolicy, { requiresApproval: true })
  api.give(mcp.listApprovals, approvals)
}

testStates('connected assistants', {
  place: 'settings/assistants',
  heading: 'AI assistants',
  list: mcp.listConnections,
  others: withApprovals,
  loadFailed: 'Assistants could not be loaded',
  empty: { data: [], texts: 'No assistant is connected' },
  filled: { data: [connection], texts: ['Desk assistant', 'https://assistant.example', '1 scope', /2027/] },
})

test('a call that waits shows its arguments, and is approved', async () => {
  const api = openScreen('settings/assistants', {}, (on) => {
    on.give(mcp.listConnections, [])
    withApprovals(on, [approval])
    on.give(mcp.decideApproval, { ...approval, status: 'approved' })
  })
  await screen.findByText(new RegExp(id(9)))
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(api.sent(mcp.decideApproval)[0]).toMatchObject({ body: { isApproved: true } }))
})

test('a member sees the setting and cannot change it', async () => {
  openScreen('settings/assistants', { role: 'MEMBER' }, (on) => {
    on.give(mcp.listConnections, [])
    withApprovals(on)
  })
  const setting = await screen.findByLabelText<HTMLInputElement>(/^Ask before destructive operations/)
  await waitFor(() => expect(setting.checked).toBe(true))
  expect(setting.disabled).toBe(true)
})
