import type { CallToolResult, ContentBlock, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { Catalogue, Report } from '../server/build-server.ts'

/** The smallest picture and sound there are. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const text = (value: string): ContentBlock => ({ type: 'text', text: value })
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' }
const embedded = (uri: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
})

const results: Record<string, CallToolResult> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] },
  test_embedded_resource: { content: [embedded('test://embedded-resource')] },
  test_multiple_content_types: { content: [text('Multiple content types test:'), image, embedded('test://mixed-content-resource')] },
  test_error_handling: { isError: true, content: [text('This tool intentionally returns an error for testing')] },
  test_tool_with_progress: { content: [text('Done')] },
  json_schema_2020_12_tool: { content: [text('Done')] },
}

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
}

const user = (content: ContentBlock) => ({ role: 'user' as const, content })
const prompts: Record<string, (given: Record<string, string>) => GetPromptResult> = {
  test_simple_prompt: () => ({ messages: [user(text('This is a simple prompt for testing.'))] }),
  test_prompt_with_arguments: ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => ({
    messages: [user(embedded(resourceUri)), user(text('Please process it.'))],
  }),
  test_prompt_with_image: () => ({ messages: [user(image), user(text('Please analyze the image above.'))] }),
}
const argumentsOf: Record<string, string[]> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
}

function read(uri: string): ReadResourceResult {
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: png }] }
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? []
  const content = id
    ? JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    : 'This is the content of the static text resource.'
  return { contents: [{ uri, mimeType: id ? 'application/json' : 'text/plain', text: content }] }
}

async function call(name: string, _given: object, report: Report): Promise<CallToolResult> {
  if (name === 'test_tool_with_progress') for (const step of [0, 50, 100]) await report(step, 100, `${step} of 100`)
  return results[name] ?? { isError: true, content: [text('There is no such tool.')] }
}

/** What the official conformance tool expects a server to offer, behind the product's own address, checks and protocol. */
export const conformanceCatalogue: Catalogue = {
  tools: () =>
    Object.keys(results).map((name) => ({
      name,
      description: 'For the conformance tool',
      inputSchema: name.startsWith('json_schema') ? schema2020 : { type: 'object', properties: {} },
    })),
  call,
  resources: async () => ({
    resources: ['static-text', 'static-binary'].map((name) => ({ uri: `test://${name}`, name, mimeType: 'text/plain' })),
  }),
  resourceTemplates: () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }),
  read: async (uri) => read(uri),
  prompts: async () => ({
    prompts: Object.keys(prompts).map((name) => ({
      name,
      description: 'For the conformance tool',
      arguments: (argumentsOf[name] ?? []).map((argument) => ({ name: argument, required: true })),
    })),
  }),
  prompt: async (name, given) => prompts[name]?.(given) ?? { messages: [] },
}
