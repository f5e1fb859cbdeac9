import { z } from 'zod'
import { message } from '@imperium/contract/kit/message.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ToolEndpoint } from '@imperium/contract/mcp/tools.ts'
import type { McpCaller } from './caller.ts'
import { findTool } from './describe-tools.ts'
import { promptEndpoint } from './prompts.ts'
import { resourceEndpoint } from './resources.ts'

/** A call outside the scopes: the client learns which one it lacks, and may ask its user for it (RFC 6750, 3.1). */
export class MissingScope extends AppError {
  readonly scope: string
  constructor(scope: string) {
    super('FORBIDDEN', 403, message('This connection does not have the scope {scope}, which the call needs.', { scope }))
    this.scope = scope
  }
}

const Message = z.object({
  method: z.string(),
  params: z
    .object({ name: z.string().optional(), uri: z.string().optional(), arguments: z.object({ name: z.string().optional() }).optional() })
    .optional(),
})

/** The operation that a message calls; undefined for one that calls none. */
function endpointOf(body: unknown): ToolEndpoint | undefined {
  const message = Message.safeParse(body)
  if (!message.success) return undefined
  const { method, params: { name = '', uri = '', arguments: inner } = {} } = message.data
  if (method === 'resources/read') return resourceEndpoint(uri)
  if (method === 'prompts/get') return promptEndpoint
  if (method !== 'tools/call') return undefined
  return findTool(name === 'call_operation' ? (inner?.name ?? '') : name)?.endpoint
}

/** Before the protocol's own answer, which could only say so inside of a result. @throws MissingScope */
export async function refuseMissingScope(caller: McpCaller, body: unknown): Promise<void> {
  const endpoint = endpointOf(body)
  if (!endpoint || caller.hasScope(endpoint)) return
  // The operation itself refuses, so that a write leaves its record.
  await caller.call(endpoint, {}).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 403) throw error
  })
  throw new MissingScope(endpoint.access)
}
