#!/bin/sh
# Guess: a tool of an MCP server whose input is one of two shapes (a zod discriminatedUnion) is listed with both, as anyOf or oneOf.
# What happens: it is listed as an object without properties, so a model learns of no parameter at all; a call is checked against the union all the
# same, and is refused for what the list does not tell. Seen with @modelcontextprotocol/sdk 1.32.2, zod 4.6.7.
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
const inputSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('email'), address: z.string() }),
  z.object({ by: z.literal('sms'), number: z.string() }),
])
server.registerTool('send', { inputSchema }, async () => ({ content: [] }))
const client = new Client({ name: 'client', version: '1' })
const [a, b] = InMemoryTransport.createLinkedPair()
await Promise.all([server.connect(a), client.connect(b)])
const { tools } = await client.listTools()
const refused = await client.callTool({ name: 'send', arguments: {} })
await client.close()
const got = { listed: tools[0].inputSchema, isError: refused.isError }
const guess = 'listed with both alternatives'
const expected = { listed: { type: 'object', properties: {} }, isError: true }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
