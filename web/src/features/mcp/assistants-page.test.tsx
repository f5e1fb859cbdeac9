import { mcp } from '@imperium/contract/mcp/mcp.ts'
import type { McpConnection } from '@imperium/contract/mcp/mcp.ts'

import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

const connection: McpConnection = {
  id: id(7),
  clientName: 'Desk assistant',
  redirectHost: 'assistant.example',
  userName: 'Ada Lovelace',
  isMine: true,
  scopes: ['agents:read'],
  createdAt: at,
  lastUsedAt: at,
}

testStates('connected assistants', {
  place: 'settings/assistants',
  heading: 'AI assistants',
  list: mcp.listConnections,
  loadFailed: 'Assistants could not be loaded',
  empty: { data: [], texts: 'No assistant is connected' },
  filled: { data: [connection], texts: ['Desk assistant', 'assistant.example', '1 scope'] },
})
