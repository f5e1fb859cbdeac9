import { discoverTools } from '../../documented/mcp-tools.ts'
import { bearer, keyIn } from '../../kit/auth.ts'
import type { AuthField } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'

const serverUrl: AuthField = { key: 'serverUrl', label: 'Server address', placeholder: 'https://mcp.example.com/mcp', kind: 'address' }
const headerName: AuthField = { key: 'headerName', label: 'Header', placeholder: 'X-API-Key', kind: 'host' }

export const mcp = defineConnector({
  id: 'mcp',
  name: 'MCP server',
  description: 'Offers the tools of an MCP server to agents and workflows, each granted by name.',
  category: 'Automation',
  auth: [
    bearer({ label: 'Bearer token', fields: [serverUrl] }),
    keyIn({ headers: { '{headerName}': '{apiKey}' } }, { label: 'API key in a header', fields: [headerName, serverUrl] }),
    { kind: 'key', label: 'No sign-in', fields: [serverUrl], place: {} },
  ],
  baseUrl: '{serverUrl}',
  test: { discover: discoverTools },
  actions: {},
})
