import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { newId } from '../../../platform/ids.ts'
import type { TestApp } from '../../../testing/test-app.ts'

interface Result {
  isError: boolean
  data: Record<string, unknown>
  text: string
}

export interface Session {
  client: Client
  call(name: string, given?: Record<string, unknown>): Promise<Result>
}

const open: Client[] = []

/** A session of the SDK's own client, over the network. */
export async function connect(t: TestApp, token: string, query = ''): Promise<Session> {
  const client = new Client({ name: 'test-client', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${await listen(t)}/mcp${query}`), { requestInit }))
  open.push(client)
  const call: Session['call'] = async (name, given = {}) => {
    const { isError = false, content } = await client.callTool({ name, arguments: given })
    const [first] = content
    const text = first?.type === 'text' ? first.text : ''
    return { isError, text, data: JSON.parse(text) as Record<string, unknown> }
  }
  return { client, call }
}

export async function closeSessions(): Promise<void> {
  for (const client of open.splice(0)) await client.close()
}

/** The address of the app, which listens from the first call on. */
export async function listen({ app }: TestApp): Promise<string> {
  const address = app.server.address() ?? (await app.listen({ port: 0, host: '127.0.0.1' }).then(() => app.server.address()))
  return `http://localhost:${(address as { port: number }).port}`
}

export async function keyFor(t: TestApp, token: string, scopes: readonly string[]): Promise<{ id: string; plainKey: string }> {
  const made = await t.call<{ id: string; plainKey: string }>('POST', '/api/api-keys', {
    token,
    body: { name: `Key ${newId()}`, scopes },
  })
  return made.body.data
}
