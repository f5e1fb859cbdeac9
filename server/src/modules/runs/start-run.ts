import { stoppedStatuses } from '@imperium/contract/agents.ts'
import type { AgentStatus } from '@imperium/contract/agents.ts'
import { isFinished, runInputMaxBytes } from '@imperium/contract/runs.ts'
import type { RunDraft, RunEvent, RunStatus } from '@imperium/contract/runs.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { announceDue } from '../../platform/leases/lease-store.ts'
import { newId } from '../../platform/ids.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAgent } from '../agents/index.ts'
import { findRun, insertEvents, insertRun, runLeases } from './store.ts'
import type { RequestedBy } from './store.ts'
import { requireRuns } from './check-budgets.ts'
import { runChanged } from './run-signals.ts'
import { checkImages, takeImages } from './inputs/upload-image.ts'

type StoppedStatus = 'PAUSED' | 'MAINTENANCE' | 'ARCHIVED' | 'DEPRECATED'

/** A sentence for each, since a status inside a sentence cannot be translated. */
const stoppedSentences: Record<StoppedStatus, string> = {
  PAUSED: 'This agent is paused and does not run. Activate it first.',
  MAINTENANCE: 'This agent is in maintenance and does not run. Change its status first.',
  ARCHIVED: 'This agent is archived and does not run. Change its status first.',
  DEPRECATED: 'This agent is deprecated and does not run. Change its status first.',
}

const isStopped = (status: AgentStatus): status is StoppedStatus => stoppedStatuses.includes(status)

export interface NewWork {
  agentId: string
  input: unknown
  /** Uploaded for the agent before. */
  images?: readonly string[] | undefined
  trigger: 'web' | 'api' | 'campaign' | 'workflow' | 'chat' | 'message'
  startedBy: string
  startedByUser: string | null
  /** The API key of the request: the run may read no more than it. */
  startedByKey?: string | null
  /** Keys that took part in what starts it: it may read no more than any of these. */
  boundByKeys?: readonly string[]
  /** Its usage counts to these, too. */
  workflowId?: string
  campaignId?: string
  /** The run of another agent that asks for it. */
  asked?: RequestedBy
  /** How many agents and workflows called each other before it. */
  depth?: number
  /** The turn of a chat that the run follows. */
  after?: string | undefined
  draft?: RunDraft | undefined
}

/**
 * Writes the run in the caller's transaction; a worker claims it after the commit. The run names the agent's current version.
 * @throws 404; 422 for too much input; 409 for an agent that is paused, in maintenance, archived or deprecated; 429 when the plan's runs are used up.
 */
export async function queueRun(platform: Platform, tx: OrgTx, work: NewWork): Promise<string> {
  return (await queue(platform, tx, work)).runId
}

async function queue(platform: Platform, tx: OrgTx, { agentId, input, images = [], after, draft, ...by }: NewWork) {
  if (Buffer.byteLength(JSON.stringify(input)) > runInputMaxBytes)
    throw invalid([{ path: 'input', ...message('Must be at most {max} KB', { max: runInputMaxBytes / 1024 }) }])
  const agent = await findAgent(tx, agentId)
  if (!agent) throw notFound()
  await requireRuns(tx)
  if (isStopped(agent.status)) throw conflict(stoppedSentences[agent.status])
  // The model is shown the answers before, and may repeat them.
  const needs = after === undefined ? [] : await checkTurn(tx, agentId, after)
  const model = draft?.model ?? agent.model
  await checkImages(platform, tx, agentId, model, images)
  const runId = newId()
  const run = insertRun(tx, {
    id: runId,
    agentId,
    agentVersion: agent.version,
    agentName: agent.name,
    model,
    ...by,
    startedByKey: by.startedByKey ?? null,
    boundByKeys: by.boundByKeys ?? [],
    workflowId: by.workflowId ?? null,
    campaignId: by.campaignId ?? null,
    asked: by.asked ?? null,
    depth: by.depth ?? 0,
    input,
    inputImages: images,
    afterRunId: after ?? null,
    needs,
    draft: draft ?? null,
  })
  const queued: RunEvent = { type: 'status', status: 'queued', at: platform.clock.now().toISOString() }
  // Sent together; a failure of one fails the whole transaction.
  const written = Promise.all([run, insertEvents(tx, runId, [{ seq: 1, event: queued }])])
  written.catch(() => undefined)
  await written
  await takeImages(platform, tx, runId, images)
  await announceDue(tx, runLeases)
  await signal(tx, runChanged({ orgId: tx.orgId, runId }))
  return { runId, agent }
}

/** What a reader of the turn needs. @throws 422 for a turn that is no run of this agent, 409 for one that still works. */
async function checkTurn(tx: OrgTx, agentId: string, after: string): Promise<string[]> {
  const turn = await findRun(tx, after)
  if (turn?.agent_id !== agentId) throw invalid([{ path: 'after', message: 'Not a run of this agent' }])
  if (!isFinished(turn.status as RunStatus)) throw conflict('The answer before is still being written. Wait for it, or stop it.')
  return turn.needs
}

/** The same for a caller's request, with an audit entry. @throws as `queueRun`. */
export async function startRun(
  platform: Platform,
  context: OrgContext,
  agentId: string,
  {
    input,
    images,
    after,
    draft,
  }: { input: unknown; images?: readonly string[] | undefined; after?: string | undefined; draft?: RunDraft | undefined },
): Promise<{ runId: string; status: 'queued' }> {
  const { tx, actor, caller, audit, viaV1, key, may } = context
  // A caller who may only run agents must not choose their prompt and tools.
  if (draft && !may('agents:write')) throw forbidden()
  // The model is shown the turns before, and may repeat them.
  if (after !== undefined && !may('runs:read')) throw forbidden()
  const { runId, agent } = await queue(platform, tx, {
    agentId,
    input,
    images,
    after,
    draft,
    startedByKey: key?.id ?? null,
    trigger: viaV1 ? 'api' : 'web',
    startedBy: actor.name,
    startedByUser: caller.userId,
  })
  // The run contains the input; the audit entry records only its start and its caller.
  audit({ targetId: agentId, targetName: agent.name, after: { runId, version: agent.version, ...(draft ? { draft: true } : {}) } })
  return { runId, status: 'queued' }
}
