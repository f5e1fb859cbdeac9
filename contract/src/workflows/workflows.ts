import { z } from 'zod'
import { Id, Timestamp, required, text } from '../kit/fields.ts'
import { del, get, list, operations, post, put } from '../kit/operations.ts'
import { GraphProblem, WorkflowDefinition, triggerTypes, workflowStatuses } from './workflow-definition.ts'
import { StepType } from './workflow-steps.ts'

const bodyLimit = 1024 * 1024

export const workflowSorts = ['createdAt', 'updatedAt', 'name', 'executions', 'lastRun'] as const

/** A workflow as lists show it. */
export const Workflow = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    status: z.enum(workflowStatuses),
    /** `value`: path of the webhook, cron line, type of the event. */
    trigger: z.object({ type: z.enum(triggerTypes), value: z.string() }),
    /** Steps besides the trigger. */
    actions: z.int(),
    executions: z.int(),
    lastRun: Timestamp.nullable(),
    /** Percent of the runs that ended, one decimal; null before the first. */
    successRate: z.number().nullable(),
    /** Of the published version; null before the first publishing. */
    version: z.int().nullable(),
    /** The draft differs from the published version. */
    hasChanges: z.boolean(),
    createdBy: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Workflow' })
export type Workflow = z.infer<typeof Workflow>

export const WorkflowDetail = Workflow.extend({
  draft: WorkflowDefinition,
  /** Must be sent back when the draft is saved. */
  revision: z.int(),
  problems: z.array(GraphProblem).max(500),
  /** Webhook trigger: its address, once published. */
  webhookUrl: z.string().nullable(),
  /** Schedule: when it starts next. */
  nextAt: Timestamp.nullable(),
}).meta({ id: 'WorkflowDetail' })
export type WorkflowDetail = z.infer<typeof WorkflowDetail>

export const PublishedWorkflow = WorkflowDetail.extend({
  /** The secret of a webhook that was published for the first time: shown this once, and never to an API key. */
  newSecret: z.string().nullable(),
}).meta({ id: 'PublishedWorkflow' })

export const WorkflowVersion = z
  .object({
    version: z.int(),
    note: z.string(),
    publishedBy: z.string(),
    publishedAt: Timestamp,
    steps: z.int(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'WorkflowVersion' })
export type WorkflowVersion = z.infer<typeof WorkflowVersion>

export const WorkflowStats = z
  .object({
    total: z.int(),
    active: z.int(),
    /** Runs over all workflows. */
    executions: z.int(),
    /** Average over the workflows with runs, percent with one decimal; null without any. */
    successRate: z.number().nullable(),
  })
  .meta({ id: 'WorkflowStats' })
export type WorkflowStats = z.infer<typeof WorkflowStats>

/** A workflow as a deterministic file: sorted keys, names instead of ids of this installation, no secrets. */
export const WorkflowFile = z
  .strictObject({
    format: z.literal('imperium/workflow'),
    formatVersion: z.literal(1),
    name: required(100, 'Name is required'),
    description: text(2000),
    definition: WorkflowDefinition,
    /**
     * Things of the organization that the definition names (agents, senders, credentials ...), by placeholder:
     * `{ "agent:qualifier": { kind, name } }`.
     */
    references: z.record(z.string().max(120), z.strictObject({ kind: z.string().max(40), name: z.string().max(200) })).default({}),
  })
  .meta({ id: 'WorkflowFile' })
export type WorkflowFile = z.infer<typeof WorkflowFile>

const filter = { q: text(200).optional(), status: z.enum(workflowStatuses).optional() }
const versionParams = z.strictObject({ id: Id, version: z.coerce.number().int().min(1) })

export const workflows = operations(
  'workflows',
  { read: 'workflows:read', write: 'workflows:write' },
  {
    list: list('/workflows', 'List workflows', {
      row: Workflow,
      filter: { ...filter, sort: z.enum(workflowSorts).default('createdAt'), order: z.enum(['asc', 'desc']).default('desc') },
      v1: true,
    }),
    stats: get('/workflows/stats', 'Count workflows and their runs', {
      reply: WorkflowStats,
      v1: true,
    }),
    stepTypes: get('/workflows/step-types', 'List the types of steps with their forms', {
      reply: z.array(StepType).max(600),
      v1: true,
    }),
    create: post('/workflows', 'Create a workflow, as a draft', {
      body: z.strictObject({
        name: required(100, 'Name is required'),
        description: text(2000).default(''),
        definition: WorkflowDefinition.optional(),
      }),
      reply: WorkflowDetail,
      status: 201,
      idempotent: true,
      bodyLimit,
      v1: true,
    }),
    read: get('/workflows/:id', 'Read a workflow with its draft', {
      reply: WorkflowDetail,
      v1: true,
    }),
    update: put('/workflows/:id', 'Change a workflow or its draft; 409 where somebody saved in between', {
      onNodes: true,
      body: z.strictObject({
        name: required(100, 'Name is required').optional(),
        description: text(2000).optional(),
        draft: WorkflowDefinition.optional(),
        revision: z.int().min(1),
      }),
      reply: WorkflowDetail,
      bodyLimit,
      errors: [409],
      v1: true,
    }),
    toggle: post('/workflows/:id/toggle', 'Pause an active workflow, or activate a paused one; a draft stays a draft', {
      reply: Workflow,
      whileSuspended: true,
      v1: true,
    }),
    remove: del('/workflows/:id', 'Delete a workflow; what runs is cancelled, its history stays for as long as it is kept', {
      v1: true,
    }),
    duplicate: post('/workflows/:id/duplicate', 'Duplicate a workflow as a draft', {
      idempotent: true,
      reply: Workflow,
      status: 201,
      v1: true,
    }),
    validate: post('/workflows/validate', 'Check a definition without saving it', {
      access: 'workflows:read',
      audited: false,
      body: z.strictObject({ definition: WorkflowDefinition }),
      reply: z.object({ problems: z.array(GraphProblem).max(500) }),
      bodyLimit,
      v1: true,
    }),
    publish: post(
      '/workflows/:id/publish',
      'Publish the draft as a new version and activate the workflow; 422 names the steps that stand against it',
      {
        access: 'workflows:publish',
        body: z.strictObject({ note: text(500).default(''), revision: z.int().min(1) }),
        reply: PublishedWorkflow,
        errors: [409],
        v1: true,
      },
    ),
    versions: list('/workflows/:id/versions', 'List the published versions of a workflow, newest first', {
      row: WorkflowVersion,
      v1: true,
    }),
    readVersion: get('/workflows/:id/versions/:version', 'Read the definition of a version', {
      params: versionParams,
      reply: WorkflowVersion.extend({ definition: WorkflowDefinition }),
      v1: true,
    }),
    /** Publishes the old definition again as a new version and makes it the draft. */
    rollBack: post('/workflows/:id/versions/:version/roll-back', 'Publish an earlier version again', {
      access: 'workflows:publish',
      params: versionParams,
      reply: WorkflowDetail,
      errors: [409],
      v1: true,
    }),
    rotateSecret: post('/workflows/:id/webhook-secret', 'Create a new secret for the webhook of a workflow; it is shown once', {
      access: 'workflows:publish',
      reply: z.object({ secret: z.string() }),
      errors: [409],
    }),
    export: get('/workflows/:id/export', 'Export a workflow as a file without secrets', {
      file: 'application/json',
      v1: true,
    }),
    import: post('/workflows/import', 'Create a workflow from a file, as a draft; what it names is found by name or left to be chosen', {
      idempotent: true,
      body: WorkflowFile,
      reply: WorkflowDetail,
      status: 201,
      bodyLimit,
      v1: true,
    }),
  },
)
