import { z } from 'zod'
import { MessageKey, messageKey } from './kit/message-fields.ts'
import { get, list, operations, post } from './kit/operations.ts'
import { AgentConfig } from './agents.ts'
import { Id, Micros, Timestamp, text } from './kit/fields.ts'

export const runStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export const RunStatus = z.enum(runStatuses)
export type RunStatus = z.infer<typeof RunStatus>
/** Statuses of a filter: queued and running, or all others. */
export const runGroups = ['open', 'ended'] as const
export type RunFilterStatus = RunStatus | (typeof runGroups)[number]
export const isFinished = (status: RunStatus): status is 'completed' | 'failed' | 'cancelled' =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

export const stepKinds = ['model_call', 'tool_call', 'result'] as const
export const stepStatuses = ['running', 'completed', 'failed', 'unknown'] as const

/** Why a run failed, as a stable code for programs. */
export const runErrorCodes = [
  ...(['model_not_configured', 'model_auth', 'model_rate_limited', 'model_unavailable', 'model_refused', 'model_blocked_address'] as const),
  ...(['budget_exceeded', 'usage_limit', 'timeout', 'too_many_steps', 'agent_deleted', 'internal'] as const),
  'output_invalid',
] as const

export const RunError = z.object({ code: z.enum(runErrorCodes), message: z.string(), ...messageKey }).meta({ id: 'RunError' })
export type RunError = z.infer<typeof RunError>

const readerFields = {
  /** Permissions that its content needs: the agent read data with them. Missing in steps that were stored earlier. */
  needs: z.array(z.string()).optional(),
  /** The caller lacks one of them: input, output and error are left out. */
  isHidden: z.boolean().optional(),
}

/** A call of a model that failed before another attempt: in `input.failedAttempts` of a model call. */
export type FailedAttempt = {
  attempt: number
  model: string
  error: string
  at: string
}

export const RunStep = z
  .object({
    seq: z.int(),
    kind: z.enum(stepKinds),
    /** Model id of a model call, tool name of a tool call. */
    name: z.string(),
    status: z.enum(stepStatuses),
    /** JSON: messages sent to the model, or arguments of the tool. */
    input: z.json(),
    output: z.json(),
    error: z.string().nullable(),
    errorKey: MessageKey.optional(),
    /** `RUN_ENDED`: the run ended while this was in flight. */
    errorCode: z.literal('RUN_ENDED').optional(),
    /** 1 for the first attempt; higher when the call was retried after a provider error or a crash. */
    attempt: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    costMicros: Micros,
    startedAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    ...readerFields,
  })
  .meta({ id: 'RunStep' })
export type RunStep = z.infer<typeof RunStep>

/** A passage of the knowledge base that an answer cites as `[number]`. */
export const Citation = z
  .object({
    number: z.int(),
    source: z.enum(['article', 'document']),
    id: z.string(),
    title: z.string(),
    headings: z.array(z.string()),
    /** The passage's number in its source. */
    position: z.int(),
    /** The start of the passage. */
    passage: z.string(),
  })
  .meta({ id: 'Citation' })
export type Citation = z.infer<typeof Citation>
export const citationsMax = 50
export const imagesMax = 50

/** Images that a message to an agent may have attached. */
export const inputImageLimits = { count: 4, bytes: 10 * 1024 * 1024 } as const
export const inputImageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

const runFields = {
  id: Id,
  agentId: Id,
  agentName: z.string(),
  agentVersion: z.int(),
  status: RunStatus,
  model: z.string(),
  input: z.json(),
  /** Images attached to the input, for `GET /runs/:id/images/:imageId`. */
  inputImages: z.array(Id).max(inputImageLimits.count).optional(),
  output: z.string().nullable(),
  /** What the answer cites from the knowledge base. */
  citations: z.array(Citation).max(citationsMax).optional(),
  /** The answer as data, where the agent has an output schema. */
  result: z.json().optional(),
  /** Images that it made, for `GET /runs/:id/images/:imageId`. */
  images: z.array(Id).max(imagesMax).optional(),
  error: RunError.nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicros: Micros,
  /** Besides: calls of the last 90 days whose outcome is unknown, charged with the most that they may have cost. */
  unknownCostMicros: Micros.optional(),
  /** From start to finish, in milliseconds; null while unfinished. */
  latencyMs: z.int().nullable(),
  /** How often a worker died and another took this run over. */
  recoveries: z.int(),
  /** Name of the user, or "API". */
  startedBy: z.string(),
  // With defaults: the stored events of earlier runs do not have them.
  /** The turn of a chat before this one; null for the first, and for a run outside a chat. */
  afterRunId: Id.nullable().default(null),
  /** It tried unsaved settings instead of the version. */
  isDraft: z.boolean().default(false),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  ...readerFields,
}
export const Run = z.object(runFields).meta({ id: 'Run' })
export type Run = z.infer<typeof Run>
export const RunDetail = z.object({ ...runFields, steps: z.array(RunStep).max(200) }).meta({ id: 'RunDetail' })
export type RunDetail = z.infer<typeof RunDetail>

/** Events of a working run; each event's id is its number in the run, for `Last-Event-ID`. */
export const RunEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('status'), status: RunStatus, at: Timestamp }),
    z.object({ type: z.literal('step'), step: RunStep }),
    /** More text of the model call `seq`. An `attempt` above the last one: discard the earlier text of this step. */
    z.object({ type: z.literal('text'), seq: z.int(), attempt: z.int(), delta: z.string() }),
    z.object({ type: z.literal('done'), run: Run }),
  ])
  .meta({ id: 'RunEvent' })
export type RunEvent = z.infer<typeof RunEvent>

export const StartedRun = z.object({ runId: Id, status: RunStatus }).meta({ id: 'StartedRun' })

export const runInputMaxBytes = 64 * 1024

/** Plain text, or any JSON value that the agent is to work on. */
export const RunInput = z.union([
  z.string().trim().min(1, 'Input is required').max(runInputMaxBytes),
  z.record(z.string().max(200), z.json()),
])

/** Turns of a chat that a model is shown and a conversation lists, newest kept. */
export const chatTurnsMax = 50

/** Unsaved settings of an agent, for a try before they are saved. */
export const RunDraft = AgentConfig
export type RunDraft = z.infer<typeof RunDraft>

export const periods = ['7d', '30d', '90d'] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

export const AgentMetrics = z
  .object({
    period: Period,
    runs: z.int(),
    completed: z.int(),
    failed: z.int(),
    cancelled: z.int(),
    /** Percent; null without a finished run. */
    successRate: z.number().nullable(),
    avgLatencyMs: z.number().nullable(),
    p95LatencyMs: z.number().nullable(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    costMicros: Micros,
    /** One entry a day, in the organization's time zone, oldest first. */
    trend: z.array(z.object({ date: z.iso.date(), runs: z.int(), failed: z.int(), costMicros: Micros })).max(90),
  })
  .meta({ id: 'AgentMetrics' })

export const runs = {
  ...operations('agents', 'agents:execute', {
    execute: post(
      '/agents/:id/execute',
      'Run an agent; answers with the run id at once, or streams the run with `Accept: text/event-stream`',
      {
        body: z.strictObject({
          input: RunInput,
          /** Images from `POST /agents/:id/images`, for a model that reads images. */
          images: z.array(Id).max(inputImageLimits.count, 'At most 4 images').optional(),
          /** The turn of a chat that this one follows: the model is shown the completed turns up to it. */
          after: Id.optional(),
          /** Tries these settings instead of the saved version; needs `agents:write`. */
          draft: RunDraft.optional(),
        }),
        reply: StartedRun,
        event: RunEvent,
        status: 202,
        errors: [409],
        idempotent: true,
        v1: true,
        agentKey: 'agent',
      },
    ),
    uploadImage: post('/agents/:id/images', 'Upload an image for a message to an agent; it is kept for a day until it is sent', {
      upload: inputImageTypes,
      bodyLimit: inputImageLimits.bytes,
      reply: z.object({ id: Id }),
      status: 201,
      errors: [409],
      transaction: false,
      audited: false,
      v1: true,
      agentKey: 'agent',
      rate: { max: 120, perSeconds: 60 },
    }),
  }),
  ...operations(
    'runs',
    { read: 'runs:read', write: 'runs:cancel' },
    {
      list: list('/runs', 'List the runs of all agents, newest first', {
        row: Run,
        filter: {
          agentId: Id.optional(),
          status: z.enum([...runStatuses, ...runGroups]).optional(),
          q: text(200).optional().meta({ description: 'Part of the name of the agent.' }),
          from: Timestamp.optional(),
        },
        v1: true,
      }),
      listForAgent: list('/agents/:id/runs', 'List the runs of an agent, newest first', {
        row: Run,
        filter: { status: RunStatus.optional() },
        v1: true,
        agentKey: 'agent',
      }),
      read: get('/runs/:id', 'Read a run with its steps', { reply: RunDetail, v1: true, agentKey: 'run' }),
      conversation: get('/runs/:id/conversation', 'Read the chat up to a run, oldest turn first', {
        reply: z.array(Run).max(chatTurnsMax),
        v1: true,
        agentKey: 'run',
      }),
      events: get('/runs/:id/events', 'Follow a run by server-sent events; resumes after `Last-Event-ID`', {
        event: RunEvent,
        v1: true,
        agentKey: 'run',
      }),
      image: get('/runs/:id/images/:imageId', 'Read an image that a run made, or that its input has attached', {
        params: z.strictObject({ id: Id, imageId: Id }),
        file: 'image/webp',
        v1: true,
        agentKey: 'run',
      }),
      cancel: post('/runs/:id/cancel', 'Cancel a run; 409 where it has already finished', {
        reply: Run,
        errors: [409],
        whileSuspended: true,
        v1: true,
        agentKey: 'run',
      }),
      metrics: get('/agents/:id/metrics', 'Runs, tokens, cost, latency and errors of an agent over a period', {
        query: z.strictObject({ period: Period.default('7d') }),
        reply: AgentMetrics,
        v1: true,
        agentKey: 'agent',
      }),
    },
  ),
}
