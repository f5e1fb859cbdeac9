import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Timestamp, idParams, pageQuery, required, text } from '../kit/fields.ts'
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
  /** To be given back when the draft is saved. */
  revision: z.int(),
  problems: z.array(GraphProblem).max(500),
  /** Webhook trigger: its address, once published. */
  webhookUrl: z.string().nullable(),
  /** Schedule: when it starts next. */
  nextAt: Timestamp.nullable(),
}).meta({ id: 'WorkflowDetail' })
export type WorkflowDetail = z.infer<typeof WorkflowDetail>

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
    /** Average over the workflows with executions, percent with one decimal; null without any. */
    successRate: z.number().nullable(),
  })
  .meta({ id: 'WorkflowStats' })
export type WorkflowStats = z.infer<typeof WorkflowStats>

/** A workflow as a deterministic file: keys sorted, no ids of this installation where a name does, no secrets. */
export const WorkflowFile = z
  .strictObject({
    format: z.literal('imperium/workflow'),
    formatVersion: z.literal(1),
    name: required(100, 'Name is required'),
    description: text(2000),
    definition: WorkflowDefinition,
    /** What the definition names in the organization (agents, senders, credentials ...), by placeholder: `{ "agent:qualifier": { kind, name } }`. */
    references: z.record(z.string().max(120), z.strictObject({ kind: z.string().max(40), name: z.string().max(200) })).default({}),
  })
  .meta({ id: 'WorkflowFile' })
export type WorkflowFile = z.infer<typeof WorkflowFile>

const filter = { q: text(200).optional(), status: z.enum(workflowStatuses).optional() }
const versionParams = z.strictObject({ id: Id, version: z.coerce.number().int().min(1) })

export const workflows = {
  list: endpoint({
    id: 'workflows.list',
    method: 'GET',
    path: '/workflows',
    summary: 'List workflows',
    access: 'workflows:read',
    query: z.strictObject({
      ...filter,
      sort: z.enum(workflowSorts).default('createdAt'),
      order: z.enum(['asc', 'desc']).default('desc'),
      ...pageQuery,
    }),
    reply: z.array(Workflow).max(200),
    paged: true,
    v1: true,
  }),
  stats: endpoint({
    id: 'workflows.stats',
    method: 'GET',
    path: '/workflows/stats',
    summary: 'Count workflows and their executions',
    access: 'workflows:read',
    reply: WorkflowStats,
    v1: true,
  }),
  stepTypes: endpoint({
    id: 'workflows.stepTypes',
    method: 'GET',
    path: '/workflows/step-types',
    summary: 'List the types of steps with their forms',
    access: 'workflows:read',
    reply: z.array(StepType).max(100),
    v1: true,
  }),
  create: endpoint({
    id: 'workflows.create',
    method: 'POST',
    path: '/workflows',
    summary: 'Create a workflow, as a draft',
    access: 'workflows:write',
    body: z.strictObject({
      name: required(100, 'Name is required'),
      description: text(2000, 'Description is required').min(1, 'Description is required'),
      definition: WorkflowDefinition.optional(),
    }),
    reply: WorkflowDetail,
    status: 201,
    idempotent: true,
    bodyLimit,
    v1: true,
  }),
  read: endpoint({
    id: 'workflows.read',
    method: 'GET',
    path: '/workflows/:id',
    summary: 'Read a workflow with its draft',
    access: 'workflows:read',
    params: idParams,
    reply: WorkflowDetail,
    v1: true,
  }),
  update: endpoint({
    id: 'workflows.update',
    method: 'PUT',
    path: '/workflows/:id',
    summary: 'Change a workflow or its draft; 409 where somebody saved in between',
    access: 'workflows:write',
    params: idParams,
    body: z.strictObject({
      name: required(100, 'Name is required').optional(),
      description: text(2000).min(1, 'Description is required').optional(),
      draft: WorkflowDefinition.optional(),
      revision: z.int().min(1),
    }),
    reply: WorkflowDetail,
    bodyLimit,
    errors: [409],
    v1: true,
  }),
  toggle: endpoint({
    id: 'workflows.toggle',
    method: 'POST',
    path: '/workflows/:id/toggle',
    summary: 'Pause an active workflow, or activate a paused one; a draft stays a draft',
    access: 'workflows:write',
    params: idParams,
    reply: Workflow,
    v1: true,
  }),
  remove: endpoint({
    id: 'workflows.remove',
    method: 'DELETE',
    path: '/workflows/:id',
    summary: 'Delete a workflow; what runs is cancelled, its history stays for as long as it is kept',
    access: 'workflows:write',
    params: idParams,
    v1: true,
  }),
  duplicate: endpoint({
    id: 'workflows.duplicate',
    method: 'POST',
    path: '/workflows/:id/duplicate',
    summary: 'Duplicate a workflow as a draft',
    access: 'workflows:write',
    idempotent: true,
    params: idParams,
    reply: Workflow,
    status: 201,
    v1: true,
  }),
  validate: endpoint({
    id: 'workflows.validate',
    method: 'POST',
    path: '/workflows/validate',
    summary: 'Check a definition without saving it',
    access: 'workflows:read',
    audited: false,
    body: z.strictObject({ definition: WorkflowDefinition }),
    reply: z.object({ problems: z.array(GraphProblem).max(500) }),
    bodyLimit,
    v1: true,
  }),
  publish: endpoint({
    id: 'workflows.publish',
    method: 'POST',
    path: '/workflows/:id/publish',
    summary: 'Publish the draft as a new version and activate the workflow; 422 names the steps that stand against it',
    access: 'workflows:publish',
    params: idParams,
    body: z.strictObject({ note: text(500).default(''), revision: z.int().min(1) }),
    reply: WorkflowDetail,
    errors: [409],
    v1: true,
  }),
  versions: endpoint({
    id: 'workflows.versions',
    method: 'GET',
    path: '/workflows/:id/versions',
    summary: 'List the published versions of a workflow, newest first',
    access: 'workflows:read',
    params: idParams,
    query: z.strictObject(pageQuery),
    reply: z.array(WorkflowVersion).max(200),
    paged: true,
    v1: true,
  }),
  readVersion: endpoint({
    id: 'workflows.readVersion',
    method: 'GET',
    path: '/workflows/:id/versions/:version',
    summary: 'Read the definition of a version',
    access: 'workflows:read',
    params: versionParams,
    reply: WorkflowVersion.extend({ definition: WorkflowDefinition }),
    v1: true,
  }),
  /** The old definition is published again, as a new version, and becomes the draft. */
  rollBack: endpoint({
    id: 'workflows.rollBack',
    method: 'POST',
    path: '/workflows/:id/versions/:version/roll-back',
    summary: 'Publish an earlier version again',
    access: 'workflows:publish',
    params: versionParams,
    reply: WorkflowDetail,
    errors: [409],
    v1: true,
  }),
  rotateSecret: endpoint({
    id: 'workflows.rotateSecret',
    method: 'POST',
    path: '/workflows/:id/webhook-secret',
    summary: 'Create a new secret for the webhook of a workflow; it is shown once',
    access: 'workflows:publish',
    params: idParams,
    reply: z.object({ secret: z.string() }),
    errors: [409],
  }),
  export: endpoint({
    id: 'workflows.export',
    method: 'GET',
    path: '/workflows/:id/export',
    summary: 'Export a workflow as a file without secrets',
    access: 'workflows:read',
    params: idParams,
    file: 'application/json',
    v1: true,
  }),
  import: endpoint({
    id: 'workflows.import',
    method: 'POST',
    path: '/workflows/import',
    summary: 'Create a workflow from a file, as a draft; what it names is found by name or left to be chosen',
    access: 'workflows:write',
    idempotent: true,
    body: WorkflowFile,
    reply: WorkflowDetail,
    status: 201,
    bodyLimit,
    v1: true,
  }),
}
