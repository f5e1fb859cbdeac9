import { z } from 'zod'
import { KeyScope } from '../api-keys.ts'
import { Id, Timestamp, line } from '../kit/fields.ts'
import { get, list, operations, patch, post, remove } from '../kit/operations.ts'
import { keyScopes } from '../permissions.ts'

export const mcpLimits = {
  redirectUris: 10,
  accessTokenMinutes: 60,
  refreshTokenDays: 60,
  /** After this long an assistant is connected anew, however often it renewed its tokens. */
  connectionDays: 180,
  codeMinutes: 2,
  approvalHours: 24,
  /** Of one member at a time. */
  openApprovals: 50,
} as const

const clientId = z.string().min(1).max(8000)
const redirectUri = z.string().min(1).max(1000)

/** An AI assistant that asks for access, as the consent page names it. Its name is its own claim; where its code goes is not. */
export const McpRequest = z
  .object({
    clientName: z.string(),
    /** Scheme and host of the address that gets the code. */
    redirectOrigin: z.string(),
    isOnThisDevice: z.boolean(),
    /** The scopes it asked for that the caller may give. */
    scopes: z.array(KeyScope).max(keyScopes.length),
  })
  .meta({ id: 'McpRequest' })
export type McpRequest = z.infer<typeof McpRequest>

export const McpConnection = z
  .object({
    id: Id,
    clientName: z.string(),
    redirectOrigin: z.string(),
    userName: z.string(),
    /** The caller connected it. */
    isMine: z.boolean(),
    scopes: z.array(KeyScope).max(keyScopes.length),
    createdAt: Timestamp,
    /** Then it is connected anew, however often it renewed its tokens. */
    endsAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'McpConnection' })
export type McpConnection = z.infer<typeof McpConnection>

export const McpPolicy = z
  .object({
    /** Destructive operations over MCP wait for a member's approval. */
    requiresApproval: z.boolean(),
  })
  .meta({ id: 'McpPolicy' })
export type McpPolicy = z.infer<typeof McpPolicy>

export const mcpApprovalStatuses = ['pending', 'approved', 'rejected'] as const

/** A destructive call of an assistant or a key, as a member decides it. Kept for a day at most. */
export const McpApproval = z
  .object({
    id: Id,
    clientName: z.string(),
    userName: z.string(),
    isMine: z.boolean(),
    /** Id of the operation, such as `agents.remove`. */
    operation: z.string(),
    summary: z.string(),
    /** The arguments by name: parameters, query and body. */
    input: z.record(z.string(), z.json()),
    status: z.enum(mcpApprovalStatuses),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'McpApproval' })
export type McpApproval = z.infer<typeof McpApproval>

export const mcp = operations('mcp', 'mcp:use', {
  describeRequest: get('/mcp/request', 'Read what an AI assistant asks for, before it is connected', {
    query: z.strictObject({ clientId, redirectUri, scope: z.string().max(2000).optional(), resource: z.string().max(500).optional() }),
    reply: McpRequest,
  }),
  connect: post('/mcp/connections', 'Connect an AI assistant; the answer is the address that takes it its code', {
    body: z.strictObject({
      clientId,
      redirectUri,
      scopes: z
        .array(KeyScope)
        .min(1, 'Choose at least one scope')
        .max(keyScopes.length)
        .refine((given) => new Set(given).size === given.length, 'Choose each scope only once'),
      codeChallenge: z.string().regex(/^[\w-]{43}$/, 'The challenge must be a SHA-256 hash'),
      state: line(2000).optional(),
      resource: z.string().max(500).optional(),
    }),
    reply: z.object({ location: z.string() }),
    recentSignIn: true,
    transaction: false,
  }),
  listConnections: list('/mcp/connections', 'List connected AI assistants: own ones, and for managers those of all members', {
    row: McpConnection,
  }),
  readPolicy: get('/mcp/policy', 'Read whether destructive operations over MCP need an approval', { reply: McpPolicy }),
  changePolicy: patch('/mcp/policy', 'Change whether destructive operations over MCP need an approval', {
    access: 'api-keys:manage',
    body: McpPolicy.strict(),
    reply: McpPolicy,
  }),
  listApprovals: list(
    '/mcp/approvals',
    'List destructive calls over MCP that wait or were decided: own ones, and for managers those of all members',
    {
      row: McpApproval,
    },
  ),
  decideApproval: post('/mcp/approvals/:id/decide', 'Approve or reject a destructive call over MCP; approved, the same call works once', {
    body: z.strictObject({ isApproved: z.boolean() }),
    reply: McpApproval,
    errors: [409],
  }),
  disconnect: remove('/mcp/connections/:id', 'End the access of an AI assistant at once', { errors: [], whileSuspended: true }),
})
