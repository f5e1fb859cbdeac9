import { z } from 'zod'
import { OutputSchema } from './agents/output-schema.ts'
import { Id, Timestamp, line, required, text } from './kit/fields.ts'
import { messageKey } from './kit/message-fields.ts'
import { create, get, list, operations, post, put, remove } from './kit/operations.ts'
import { Condition } from './knowledge/metadata.ts'

export const agentTypes = [
  ...(['LEAD_GENERATOR', 'EMAIL_MARKETER', 'SOCIAL_MEDIA', 'CONTENT_CREATOR', 'ANALYTICS', 'CUSTOMER_SERVICE'] as const),
  ...(['SALES', 'SEO_OPTIMIZER', 'CONVERSATIONAL', 'TASK_AUTOMATION', 'DATA_PROCESSOR'] as const),
] as const
export const agentStatuses = [
  ...(['ACTIVE', 'RUNNING', 'PAUSED', 'DRAFT', 'READY', 'TESTING', 'ERROR', 'MAINTENANCE', 'DEPRECATED', 'ARCHIVED'] as const),
] as const
export const capabilities = [
  ...(['web_search', 'database_query', 'email_send', 'calendar_integration', 'sentiment_analysis', 'image_generation'] as const),
  ...(['knowledge_search', 'read_page', 'run_code', 'remember'] as const),
  ...(['sales_lookup', 'sales_drafts', 'sales_documents', 'records_find', 'records_create', 'records_update'] as const),
  ...(['write_artifacts', 'use_artifacts'] as const),
] as const
/** Those that need nothing else. */
export const builtTools = [
  ...(['database_query', 'email_send', 'sentiment_analysis', 'knowledge_search', 'read_page', 'run_code', 'remember'] as const),
  ...(['sales_lookup', 'sales_drafts', 'sales_documents', 'records_find', 'records_create', 'records_update'] as const),
  ...(['write_artifacts', 'use_artifacts'] as const),
] as const
/** Those that need a service or a model of the organization: without one they are kept on the agent and offered to no model. */
export const connectedCapabilities = [
  'web_search',
  'calendar_integration',
  'image_generation',
] as const satisfies readonly (typeof capabilities)[number][]

export const AgentType = z.enum(agentTypes)
export const AgentStatus = z.enum(agentStatuses)
export const Capability = z.enum(capabilities)
export type AgentType = z.infer<typeof AgentType>
export type AgentStatus = z.infer<typeof AgentStatus>
export type Capability = z.infer<typeof Capability>

/** An action of a connection: `action:<connection>:<action>`. */
export type ActionGrant = `action:${string}:${string}`
export const ActionGrant = z
  .string()
  .regex(/^action:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[a-z][a-z0-9_]{0,38}$/) as unknown as z.ZodType<ActionGrant, ActionGrant>
/** A collection of the knowledge base for `knowledge_search`, or the articles of the product: `collection:<id>`, `collection:product`. */
export type CollectionGrant = `collection:${string}`
export const CollectionGrant = z.string().regex(/^collection:(product|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/) as unknown as z.ZodType<
  CollectionGrant,
  CollectionGrant
>
/** Another agent that it may ask, or a workflow that it may start: `agent:<id>`, `workflow:<id>`. */
export type AgentGrant = `agent:${string}`
export const AgentGrant = z.string().regex(/^agent:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown as z.ZodType<
  AgentGrant,
  AgentGrant
>
export type WorkflowGrant = `workflow:${string}`
export const WorkflowGrant = z.string().regex(/^workflow:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown as z.ZodType<
  WorkflowGrant,
  WorkflowGrant
>
/** A host for `http_request`, with the methods that are allowed there: `host:GET+POST:api.example.com`. */
export type HostGrant = `host:${string}:${string}`
export const hostMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const HostGrant = z
  .string()
  .regex(
    /^host:(GET|POST|PUT|PATCH|DELETE)(\+(GET|POST|PUT|PATCH|DELETE)){0,4}:(?=.{1,253}(:\d+)?$)[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?)*(:\d{1,5})?$/,
  ) as unknown as z.ZodType<HostGrant, HostGrant>
/** A condition on documents that narrows every `knowledge_search`: `where:department=sales`. */
export type ConditionGrant = `where:${string}`
export const ConditionGrant = z
  .string()
  .max(251)
  .regex(/^where:/)
  .refine((grant) => Condition.safeParse(grant.slice(6)).success, 'Write a condition such as year>=2025') as unknown as z.ZodType<
  ConditionGrant,
  ConditionGrant
>
/** What an agent may be granted, one by one. */
export const GrantedTool = z.union([Capability, ActionGrant, CollectionGrant, AgentGrant, WorkflowGrant, HostGrant, ConditionGrant])
export type GrantedTool = z.infer<typeof GrantedTool>
const mostGrants = 50

/** Retired: only a restore (to DRAFT) leads out of these. */
export const retiredStatuses: readonly AgentStatus[] = ['ARCHIVED', 'DEPRECATED']
/** An agent in one of these does not run. */
export const stoppedStatuses: readonly AgentStatus[] = ['PAUSED', 'MAINTENANCE', 'ARCHIVED', 'DEPRECATED']

/** Result of a card's toggle: ACTIVE or RUNNING becomes PAUSED, any other becomes ACTIVE; null when a restore must come first. */
export function toggledStatus(status: AgentStatus): AgentStatus | null {
  if (retiredStatuses.includes(status)) return null
  return status === 'ACTIVE' || status === 'RUNNING' ? 'PAUSED' : 'ACTIVE'
}

export const agentDefaults = {
  type: 'LEAD_GENERATOR',
  category: 'Business',
  /** Used when the category is blank. */
  blankCategory: 'General',
  model: 'gpt-4',
  temperature: 0.7,
  maxTokens: 2000,
  systemPrompt: 'You are a helpful AI assistant.',
} as const

export const agentLimits = {
  temperature: { min: 0, max: 2, step: 0.1 },
  maxTokens: { min: 100, max: 4000, step: 100 },
  bulkIds: 500,
} as const

export const Agent = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    type: AgentType,
    category: z.string(),
    status: AgentStatus,
    model: z.string(),
    systemPrompt: z.string(),
    /** Null: the temperature of the model's configuration. */
    temperature: z.number().nullable(),
    maxTokens: z.int(),
    capabilities: z.array(GrantedTool),
    /** Every answer is JSON of this schema; null: plain text. */
    outputSchema: z.record(z.string(), z.json()).nullable().default(null),
    isPublic: z.boolean(),
    /** Number of the current, immutable version; a run names the version it used. */
    version: z.int(),
    /** Calendar-month budget in micro-dollars; null: the agent has no budget of its own. */
    monthlyBudgetMicros: z.int().nullable(),
    /** Total runs. */
    usageCount: z.int(),
    lastUsedAt: Timestamp.nullable(),
    /** Percent of finished runs that completed; null before the first. */
    successRate: z.number().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** What was saved although it does not work yet; only in the answer to a create or an update. */
    warnings: z
      .array(z.object({ path: z.string(), message: z.string(), ...messageKey }))
      .max(5)
      .optional(),
  })
  .meta({ id: 'Agent' })
export type Agent = z.infer<typeof Agent>

const temperature = z
  .number()
  .min(agentLimits.temperature.min, 'Temperature must be between 0 and 2')
  .max(agentLimits.temperature.max, 'Temperature must be between 0 and 2')
const maxTokens = z
  .int()
  .min(agentLimits.maxTokens.min, 'Max tokens must be between 100 and 4000')
  .max(agentLimits.maxTokens.max, 'Max tokens must be between 100 and 4000')
const budget = z.int().min(0).max(1_000_000_000_000).nullable()
const category = line(60)
const model = required(200, 'Model is required')
const capabilityList = z
  .array(GrantedTool)
  .max(mostGrants)
  .refine((list) => new Set(list).size === list.length, 'Choose each capability only once')

const name = required(120, 'Please fill in required fields')
const description = text(2000)
const systemPrompt = text(20_000)

/** What decides how a run works: model, prompt and tools. */
export const AgentConfig = z
  .strictObject({
    model,
    temperature: temperature.nullable(),
    maxTokens,
    systemPrompt,
    capabilities: capabilityList,
    outputSchema: OutputSchema.nullable().default(null),
  })
  .meta({ id: 'AgentConfig' })

/** An agent made of one sentence, to look at and change before it is saved. */
export const AgentProposal = z
  .object({
    name: z.string(),
    description: z.string(),
    type: AgentType,
    category: z.string(),
    systemPrompt: z.string(),
    capabilities: z.array(Capability),
    temperature: z.number(),
    /** Model that wrote it; null: the built-in rules did, because no model could. */
    model: z.string().nullable(),
    /** Written by the sandbox model or the built-in rules. */
    isSandbox: z.boolean(),
    /** Why no model wrote it. */
    reason: z.object({ message: z.string(), ...messageKey }).nullable(),
    costMicros: z.int(),
  })
  .meta({ id: 'AgentProposal' })
export type AgentProposal = z.infer<typeof AgentProposal>

export const CreateAgentBody = z.strictObject({
  name,
  type: AgentType,
  category: category.optional(),
  description: description.default(''),
  config: z
    .strictObject({
      /** Defaults to the organization's default model when gpt-4 is not configured. */
      model: model.optional(),
      temperature: temperature.nullable().default(agentDefaults.temperature),
      maxTokens: maxTokens.default(agentDefaults.maxTokens),
      systemPrompt: systemPrompt.default(agentDefaults.systemPrompt),
      outputSchema: OutputSchema.nullable().default(null),
    })
    .prefault({}),
  capabilities: capabilityList.default([]),
  isPublic: z.boolean().default(false),
  monthlyBudgetMicros: budget.default(null),
})

export const UpdateAgentBody = z.strictObject({
  name: name.optional(),
  type: AgentType.optional(),
  category: category.optional(),
  description: description.optional(),
  config: z
    .strictObject({
      model: model.optional(),
      temperature: temperature.nullable().optional(),
      maxTokens: maxTokens.optional(),
      systemPrompt: systemPrompt.optional(),
      outputSchema: OutputSchema.nullable().optional(),
    })
    .optional(),
  capabilities: capabilityList.optional(),
  isPublic: z.boolean().optional(),
  monthlyBudgetMicros: budget.optional(),
  /** The value that was read; a stale write is rejected with 409. */
  updatedAt: Timestamp.optional(),
})

const upperCased = <T extends z.ZodType<string, string> & { options: readonly string[] }>(schema: T) =>
  z
    .string()
    .max(60)
    .meta({ examples: [schema.options[0]] })
    .transform((value) => value.toUpperCase())
    .pipe(schema)

export const agentSorts = ['createdAt', 'name', 'status', 'model', 'usageCount', 'successRate', 'lastUsedAt'] as const

const agentFilter = {
  q: text(200).optional(),
  status: upperCased(AgentStatus).optional(),
  type: upperCased(AgentType).optional(),
  model: text(200).optional(),
  isPublic: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
}
export const AgentFilter = z.strictObject(agentFilter)

export const AgentStats = z
  .object({
    /** How many agents the filter matches. */
    matching: z.int(),
    total: z.int(),
    active: z.int(),
    totalRuns: z.int(),
    /** Percent; null before the first finished run. */
    successRate: z.number().nullable(),
    /** The models in use by agents, for the filter. */
    models: z.array(z.string()).max(200),
    /** Agents that the plan allows. */
    maxAgents: z.int(),
  })
  .meta({ id: 'AgentStats' })

export const AgentVersion = z
  .object({
    version: z.int(),
    model: z.string(),
    systemPrompt: z.string(),
    temperature: z.number().nullable(),
    maxTokens: z.int(),
    capabilities: z.array(GrantedTool),
    outputSchema: z.record(z.string(), z.json()).nullable().default(null),
    createdAt: Timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'AgentVersion' })

/** Whether a capability that needs a service can be used now, and what serves it. */
export const AgentCapability = z
  .object({
    capability: z.enum(connectedCapabilities),
    isReady: z.boolean(),
    /** Name of the connection or model; null without one. */
    servedBy: z.string().nullable(),
    /** It answers invented results. */
    isSandbox: z.boolean(),
  })
  .meta({ id: 'AgentCapability' })
export type AgentCapability = z.infer<typeof AgentCapability>

export const agents = operations(
  'agents',
  { read: 'agents:read', write: 'agents:write' },
  {
    list: list('/agents', 'List agents', {
      row: Agent,
      filter: { ...agentFilter, sort: z.enum(agentSorts).default('createdAt'), direction: z.enum(['asc', 'desc']).default('desc') },
      v1: true,
    }),
    stats: get('/agents/stats', 'Count agents and their runs', {
      query: AgentFilter,
      reply: AgentStats,
      v1: true,
    }),
    capabilities: get('/agents/capabilities', 'List the capabilities that need a service, and what serves them', {
      reply: z.array(AgentCapability).max(10),
      v1: true,
    }),
    create: create('/agents', 'Create an agent', {
      body: CreateAgentBody,
      reply: Agent,
      errors: [404],
      idempotent: true,
      v1: true,
    }),
    propose: post('/agents/propose', 'Propose an agent for a task in one sentence; nothing is saved', {
      body: z.strictObject({ text: required(1000, 'Describe the task first') }),
      reply: AgentProposal,
      transaction: false,
      rate: { max: 20, perSeconds: 60 },
      v1: true,
    }),
    read: get('/agents/:id', 'Read an agent', {
      reply: Agent,
      v1: true,
    }),
    versions: get('/agents/:id/versions', 'List the versions of an agent, newest first', {
      reply: z.array(AgentVersion).max(200),
      v1: true,
    }),
    update: put('/agents/:id', 'Change an agent; a changed model, prompt or tool makes a new version', {
      onNodes: true,
      body: UpdateAgentBody,
      reply: Agent,
      errors: [409],
      v1: true,
    }),
    setStatus: put('/agents/:id/status', 'Set the status of an agent', {
      body: z.strictObject({ status: upperCased(AgentStatus) }),
      reply: Agent,
      errors: [409],
      v1: true,
    }),
    bulk: post('/agents/bulk', 'Activate, deactivate or delete many agents; retired ones are skipped on activation', {
      body: z.strictObject({ ids: z.array(Id).min(1).max(agentLimits.bulkIds), action: z.enum(['activate', 'deactivate', 'delete']) }),
      reply: z.object({ changed: z.array(Id).max(500), skipped: z.array(Id).max(500) }),
      errors: [404, 409],
      v1: true,
    }),
    clone: create('/agents/:id/clone', 'Copy an agent under the name "{name} (Copy)"', {
      idempotent: true,
      reply: Agent,
      v1: true,
    }),
    remove: remove('/agents/:id', 'Delete an agent; running runs are cancelled, finished ones stay in the history', {
      v1: true,
    }),
  },
)
