#!/bin/sh
# Guess: an MCP server notices when a tool is registered that its result has a type without JSON Schema (z.date()); if not, the other tools are
# still listed.
# What happens: it is registered and can be called, and from then on tools/list fails for all tools, so a client sees none.
# Seen with @modelcontextprotocol/sdk 1.32.2, zod 4.6.7.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat > try.mjs <<'JS'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'server', version: '1' })
server.registerTool('plain', { inputSchema: { name: z.string() } }, async () => ({ content: [] }))
server.registerTool('dated', { outputSchema: { due: z.date() } }, async () => ({ content: [], structuredContent: { due: new Date(0) } }))
const client = new Client({ name: 'client', version: '1' })
const [a, b] = InMemoryTransport.createLinkedPair()
await Promise.all([server.connect(a), client.connect(b)])
const list = await client.listTools().then(({ tools }) => tools.map(({ name }) => name), ({ message }) => message)
const called = await client.callTool({ name: 'plain', arguments: { name: 'x' } }).then(() => 'answered')
await client.close()
const got = { list, called }
const guess = 'refused at registration, or plain is listed'
const expected = { list: 'MCP error -32603: Date cannot be represented in JSON Schema', called: 'answered' }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
