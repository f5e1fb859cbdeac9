import { z } from 'zod'
import { Id, Timestamp, line, required, text } from './kit/fields.ts'
import { create, get, operations, post, remove, update } from './kit/operations.ts'
import { MessageKey } from './kit/message-fields.ts'
import { roles } from './kit/permission.ts'
import { LeftOutOperation } from './integrations/left-out.ts'
import { RefusedItem, refusedItemLimits } from './integrations/refused-items.ts'
import { FormField } from './workflows/workflow-steps.ts'

export const integrationLimits = { connections: 200, name: 100, field: 8192, connectors: 200, actions: 2000, triggers: 500 } as const

/** In the order of the page's chips. */
export const integrationCategories = ['Communication', 'CRM', 'Analytics', 'Marketing', 'Productivity', 'Payment', 'Automation'] as const
export const IntegrationCategory = z.enum(integrationCategories)
export type IntegrationCategory = z.infer<typeof IntegrationCategory>

/** `waiting`: for the sign-in at the provider. `failing`: the last test, or refresh, was refused. */
export const connectionStatuses = ['connected', 'waiting', 'failing'] as const
export const ConnectionStatus = z.enum(connectionStatuses)
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

export const AuthField = z
  .object({
    key: z.string(),
    label: z.string(),
    hint: z.string(),
    placeholder: z.string(),
    isSecret: z.boolean(),
    isOptional: z.boolean(),
    kind: z.enum(['text', 'address', 'host', 'number']),
  })
  .meta({ id: 'IntegrationAuthField' })
export type AuthField = z.infer<typeof AuthField>

const mostFields = 20
export const AuthMethod = z
  .object({
    kind: z.enum(['key', 'basic', 'oauth2']),
    label: z.string(),
    fields: z.array(AuthField).max(mostFields),
  })
  .meta({ id: 'IntegrationAuthMethod' })
export type AuthMethod = z.infer<typeof AuthMethod>

export const IntegrationAction = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    /** Changes nothing at the service. */
    isReadOnly: z.boolean(),
    form: z.array(FormField).max(100),
    sample: z.json(),
  })
  .meta({ id: 'IntegrationAction' })
export type IntegrationAction = z.infer<typeof IntegrationAction>

export const IntegrationTrigger = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    kind: z.enum(['poll', 'hook']),
    /** Where to enter the address at the service; '' where Imperium asks by itself. */
    setup: z.string(),
    form: z.array(FormField).max(100),
    sample: z.json(),
  })
  .meta({ id: 'IntegrationTrigger' })
export type IntegrationTrigger = z.infer<typeof IntegrationTrigger>

/** A service that can be connected. */
export const Connector = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    category: IntegrationCategory,
    isPopular: z.boolean(),
    /** Content of an SVG of 24 by 24; null: its initials. */
    logo: z.string().nullable(),
    auth: z.array(AuthMethod).max(5),
    /** None where each connection has its own, from a document (`documented`). */
    actions: z.array(IntegrationAction).max(integrationLimits.actions),
    triggers: z.array(IntegrationTrigger).max(100),
    /** Its actions come from an OpenAPI document that is given with the connection. */
    isDocumented: z.boolean(),
    /** Its actions are what the connected server offers. */
    isDiscovered: z.boolean(),
  })
  .meta({ id: 'IntegrationConnector' })
export type Connector = z.infer<typeof Connector>

export const Connection = z
  .object({
    id: Id,
    connectorId: z.string(),
    name: z.string(),
    status: ConnectionStatus,
    /** Which of the connector's ways to connect. */
    auth: z.int(),
    /** Fields without secrets. */
    fields: z.record(z.string(), z.string()),
    /** At most the first 8 and the last 4 characters of the key, which can only be written. */
    keyPreview: z.string(),
    /** As the service names it. */
    account: z.string().nullable(),
    /** Why it fails. */
    error: z.string().nullable(),
    errorKey: MessageKey.optional(),
    /** Roles whose members' runs may use it. */
    roles: z.array(z.enum(roles)).max(roles.length),
    /** Whether runs without a person (a schedule, a form, an event) may use it. */
    isForAutomation: z.boolean(),
    connectedAt: Timestamp.nullable(),
    /** The last successful call. */
    lastSync: Timestamp.nullable(),
    testedAt: Timestamp.nullable(),
    /** Address that the service calls for its triggers; null where it has none. */
    webhookUrl: z.string().nullable(),
    /** Whether calls of the service can be checked: its signing secret is known, or it signs nothing. */
    hasHookSecret: z.boolean(),
    /** Operations of its document, or tools of its server, that cannot be used, or not in full. */
    leftOut: z.int(),
    createdBy: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'IntegrationConnection' })
export type Connection = z.infer<typeof Connection>

export const IntegrationStats = z
  .object({ available: z.int(), connected: z.int(), failing: z.int(), webhookUrls: z.int() })
  .meta({ id: 'IntegrationStats' })
export type IntegrationStats = z.infer<typeof IntegrationStats>

export const Dependant = z.object({ kind: z.enum(['workflow', 'agent']), id: Id, name: z.string() }).meta({ id: 'IntegrationDependant' })
export type Dependant = z.infer<typeof Dependant>

const fields = z
  .record(z.string().regex(/^[A-Za-z_]\w{0,59}$/), line(integrationLimits.field))
  .refine((given) => Object.keys(given).length <= mostFields, 'Too many fields')
const shared = { roles: z.array(z.enum(roles)).min(1, 'Choose at least one role').max(roles.length), isForAutomation: z.boolean() }
const name = required(integrationLimits.name, 'Name is required')
/** An OpenAPI document, as text, or where to fetch it. */
const documentBytes = 8 * 1024 * 1024
/** In a body every quote and line break of the text is escaped, which doubles it at most. */
const documentBodyBytes = 2 * documentBytes + 65_536
const document = z.union([
  z.strictObject({ text: z.string().min(1).max(documentBytes) }),
  z.strictObject({ url: required(2000, 'Enter an address') }),
])

export const ConnectBody = z.strictObject({
  connectorId: required(40, 'Choose an integration'),
  name: name.optional(),
  auth: z.int().min(0).max(4).default(0),
  fields: fields.default({}),
  roles: shared.roles.default([...roles]),
  isForAutomation: shared.isForAutomation.default(true),
  document: document.optional(),
})
export type ConnectBody = z.input<typeof ConnectBody>

/** Fields that are left out stay; so do secrets that are empty. */
export const ConfigureBody = z.strictObject({
  name: name.optional(),
  fields: fields.optional(),
  roles: shared.roles.optional(),
  isForAutomation: shared.isForAutomation.optional(),
  document: document.optional(),
  updatedAt: Timestamp.optional(),
})
export type ConfigureBody = z.input<typeof ConfigureBody>

/** What a tool says of itself. */
export const ToolText = z
  .object({
    title: z.string(),
    description: z.string(),
    /** Its input: JSON of several lines, cut where it is long. */
    schema: z.string(),
  })
  .meta({ id: 'McpToolText' })
export type ToolText = z.infer<typeof ToolText>

/** A tool of an MCP server as it was accepted, and as the server describes it now. */
export const ToolChange = z
  .object({
    name: z.string(),
    /** `added`: offered, but not accepted, so no agent can be granted it. `removed`: accepted, but no longer offered. */
    state: z.enum(['same', 'changed', 'added', 'removed']),
    before: ToolText.nullable(),
    now: ToolText.nullable(),
    /** Names what is shown as `now`; only that is accepted. */
    fingerprint: z.string(),
  })
  .meta({ id: 'McpToolChange' })
export type ToolChange = z.infer<typeof ToolChange>

const toolName = z.string().min(1).max(200)
export const AcceptToolsBody = z
  .strictObject({
    /** These become as the server describes them now; of a removed one: it goes. */
    accept: z
      .array(z.strictObject({ name: toolName, fingerprint: z.string().max(100) }))
      .max(integrationLimits.actions)
      .default([]),
    /** These are no longer offered to agents and workflows. */
    drop: z.array(toolName).max(integrationLimits.actions).default([]),
  })
  .refine(({ accept, drop }) => accept.length + drop.length > 0, 'Choose a tool')
export type AcceptToolsBody = z.input<typeof AcceptToolsBody>

const actionParams = z.strictObject({ id: Id, action: z.string().regex(/^[a-z][a-z0-9_]{0,38}$/) })
const refusedParams = z.strictObject({ workflowId: Id })
const refusedItemParams = z.strictObject({ workflowId: Id, id: Id })
const hookParams = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })
const testRate = { max: 60, perSeconds: 60 }
const hookBodyTypes = [
  ...(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream'] as const),
  ...(['application/cloudevents+json', 'application/xml', 'text/xml'] as const),
] as const
const hookBytes = 1024 * 1024

/** A trigger of a connection that starts a workflow. */
export const TriggerSubscription = z
  .object({
    workflowId: Id,
    workflowName: z.string(),
    connectionId: Id,
    connectionName: z.string(),
    /** Of the trigger. */
    title: z.string(),
    kind: z.enum(['poll', 'hook']),
    /** Of the last time that the service was asked; null: it went well. */
    error: z.string().nullable(),
    errorKey: MessageKey.optional(),
    /** In a row. */
    failures: z.int(),
    /** Items that the workflow refused to start with, and that are kept. */
    refused: z.int(),
    /** Of these, what is no longer kept: the oldest of too many, or older than 30 days. */
    dropped: z.int(),
    /** The last time that it was asked, or called, without an error. */
    lastReadAt: Timestamp.nullable(),
    /** When it is asked again; null for one that is called. */
    nextAt: Timestamp.nullable(),
  })
  .meta({ id: 'TriggerSubscription' })
export type TriggerSubscription = z.infer<typeof TriggerSubscription>

export const integrations = operations(
  'integrations',
  { read: 'integrations:read', write: 'integrations:manage' },
  {
    list: get('/integrations', 'List the services that can be connected, with their actions and triggers', {
      reply: z.array(Connector).max(integrationLimits.connectors),
      v1: true,
    }),
    stats: get('/integrations/stats', 'Count services and connections', { reply: IntegrationStats, v1: true }),
    connections: get('/integrations/connections', 'List connections, newest first, without their secrets', {
      query: z.strictObject({ q: text(200).optional() }),
      reply: z.array(Connection).max(integrationLimits.connections),
      v1: true,
    }),
    triggers: get('/integrations/triggers', 'List the triggers of connections that start workflows, failing ones first', {
      reply: z.array(TriggerSubscription).max(integrationLimits.triggers),
      v1: true,
    }),
    refused: get('/integrations/triggers/:workflowId/refused', 'List items that a workflow refused to start with, oldest first', {
      params: refusedParams,
      reply: z.array(RefusedItem).max(refusedItemLimits.listed),
      v1: true,
    }),
    startRefused: post('/integrations/triggers/:workflowId/refused/:id/start', 'Start the workflow with a refused item', {
      params: refusedItemParams,
      errors: [409],
    }),
    removeRefused: remove('/integrations/triggers/:workflowId/refused/:id', 'Remove a refused item: it starts nothing any more', {
      params: refusedItemParams,
    }),
    read: get('/integrations/connections/:id', 'Read a connection', { reply: Connection, v1: true }),
    actions: get('/integrations/connections/:id/actions', 'List the actions of a connection', {
      reply: z.array(IntegrationAction).max(integrationLimits.actions),
      v1: true,
    }),
    leftOut: get('/integrations/connections/:id/left-out', 'List what of its document or server cannot be used, or not in full, and why', {
      reply: z.array(LeftOutOperation).max(integrationLimits.actions),
      v1: true,
    }),
    connect: create('/integrations/connections', 'Connect a service: the connection is tested first', {
      access: 'integrations:connect',
      recentSignIn: true,
      v1: true,
      // Its body holds credentials, which are not to pass through a model.
      mcp: false,
      body: ConnectBody,
      reply: Connection,
      transaction: false,
      rate: testRate,
      bodyLimit: documentBodyBytes,
    }),
    configure: update('/integrations/connections/:id', 'Change a connection; new credentials are tested first', {
      access: 'integrations:connect',
      recentSignIn: true,
      v1: true,
      mcp: false,
      body: ConfigureBody,
      reply: Connection,
      transaction: false,
      rate: testRate,
      bodyLimit: documentBodyBytes,
    }),
    test: post('/integrations/connections/:id/test', 'Test a connection now', {
      reply: Connection,
      errors: [409],
      transaction: false,
      rate: testRate,
    }),
    tools: get('/integrations/connections/:id/tools', 'Compare the tools of an MCP server with those that were accepted', {
      access: 'integrations:manage',
      reply: z.array(ToolChange).max(integrationLimits.actions * 2),
      errors: [409],
      transaction: false,
      rate: testRate,
    }),
    acceptTools: post('/integrations/connections/:id/tools', 'Accept tools of an MCP server as it describes them now, or drop them', {
      body: AcceptToolsBody,
      reply: Connection,
      errors: [409],
      transaction: false,
      rate: testRate,
    }),
    dependants: get('/integrations/connections/:id/dependants', 'List what uses a connection', {
      reply: z.array(Dependant).max(200),
      v1: true,
    }),
    disconnect: remove('/integrations/connections/:id', 'Disconnect: the credentials are deleted. 409 while something uses it'),
    /** Starts, or repeats, the sign-in at the provider; the answer is where the browser goes. */
    authorize: post('/integrations/connections/:id/authorize', 'Begin the sign-in at the provider', {
      recentSignIn: true,
      reply: z.object({ location: z.string() }),
      errors: [409],
      rate: testRate,
    }),
    callback: get('/integrations/callback', 'Where the provider sends the browser back to; continues on the integrations page', {
      access: 'public',
      redirects: true,
      noHead: true,
      transaction: false,
      rate: testRate,
    }),
    run: post('/integrations/connections/:id/actions/:action', 'Run an action of a connection now', {
      access: 'integrations:use',
      params: actionParams,
      body: z.strictObject({ input: z.record(z.string(), z.unknown()).default({}) }),
      reply: z.object({ output: z.json() }),
      errors: [409],
      transaction: false,
      rate: { max: 120, perSeconds: 60 },
      v1: true,
    }),
    receive: post('/integration-hooks/:token', 'Receive a call of a connected service', {
      access: 'public',
      params: hookParams,
      upload: hookBodyTypes,
      raw: true,
      audited: false,
      transaction: false,
      bodyLimit: hookBytes,
      errors: [401],
      rate: { max: 6000, perSeconds: 60 },
      ownLimitOnly: true,
    }),
  },
)
