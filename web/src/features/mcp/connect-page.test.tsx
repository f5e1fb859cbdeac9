import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mcp } from '@imperium/contract/mcp/mcp.ts'
import type { McpRequest } from '@imperium/contract/mcp/mcp.ts'
import { organizations } from '@imperium/contract/organizations.ts'
import { openScreen } from '../../testing/open-screen.tsx'

const address = `/connect-assistant?${new URLSearchParams({
  client_id: 'client',
  redirect_uri: 'https://assistant.example/back',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  response_type: 'code',
}).toString()}`

const request: McpRequest = {
  clientName: 'Desk assistant',
  redirectOrigin: 'https://assistant.example',
  isOnThisDevice: false,
  scopes: ['agents:read', 'team:roles'],
}

const open = (change: Partial<McpRequest> = {}) =>
  openScreen(address, {}, (api) => {
    api.give(mcp.describeRequest, { ...request, ...change })
    api.give(organizations.list, [])
    api.give(mcp.connect, { location: '#connected' })
  })

test('a consent names scheme and host of where access goes', async () => {
  open()
  expect((await screen.findByText(/^Access goes to/)).textContent).toContain('https://assistant.example')
  expect(screen.queryByText(/program on this device/)).toBeNull()
})

test('a consent for a program on this device shows its scheme, whatever name it claims', async () => {
  open({ redirectOrigin: 'com.example.desk:', isOnThisDevice: true, clientName: 'https://trusted.example' })
  expect((await screen.findByText(/program on this device/)).textContent).toContain('com.example.desk:')
})

test('a scope in place of a sign-in is given only when it is ticked', async () => {
  const api = open()
  const roles = await screen.findByLabelText<HTMLInputElement>(/^Change roles of members/)
  expect([roles.checked, screen.getByLabelText<HTMLInputElement>('Read agents').checked]).toEqual([false, true])
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(api.sent(mcp.connect)[0]).toMatchObject({ body: { scopes: ['agents:read'] } }))
})
