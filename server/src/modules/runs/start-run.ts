import { stoppedStatuses } from '@imperium/contract/agents.ts'
import type { AgentStatus } from '@imperium/contract/agents.ts'
import { runInputMaxBytes } from '@imperium/contract/runs.ts'
import type { RunEvent } from '@imperium/contract/runs.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { announceDue } from '../../platform/leases/lease-store.ts'
import { newId } from '../../platform/ids.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAgent } from '../agents/index.ts'
import { insertEvents, insertRun, runLeases } from './store.ts'
import { runChanged } from './run-signals.ts'

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
  trigger: 'web' | 'api' | 'campaign' | 'workflow'
  startedBy: string
  startedByUser: string | null
}

/**
 * Writes the run in the caller's transaction; a worker claims it after the commit. The run names the agent's current version.
 * @throws 404; 422 for too much input; 409 for an agent that is paused, in maintenance, archived or deprecated.
 */
export async function queueRun(platform: Platform, tx: OrgTx, { agentId, input, ...by }: NewWork): Promise<string> {
  return (await queue(platform, tx, { agentId, input, ...by })).runId
}

async function queue(platform: Platform, tx: OrgTx, { agentId, input, trigger, startedBy, startedByUser }: NewWork) {
  if (Buffer.byteLength(JSON.stringify(input)) > runInputMaxBytes)
    throw invalid([{ path: 'input', ...message('Must be at most {max} KB', { max: runInputMaxBytes / 1024 }) }])
  const agent = await findAgent(tx, agentId)
  if (!agent) throw notFound()
  if (isStopped(agent.status)) throw conflict(stoppedSentences[agent.status])
  const runId = newId()
  const run = insertRun(tx, {
    id: runId,
    agentId,
    agentVersion: agent.version,
    agentName: agent.name,
    model: agent.model,
    trigger,
    startedBy,
    startedByUser,
    input,
  })
  const queued: RunEvent = { type: 'status', status: 'queued', at: platform.clock.now().toISOString() }
  // Sent together; a failure of one fails the whole transaction.
  const written = Promise.all([run, insertEvents(tx, runId, [{ seq: 1, event: queued }])])
  written.catch(() => undefined)
  await written
  await announceDue(tx, runLeases)
  await signal(tx, runChanged({ orgId: tx.orgId, runId }))
  return { runId, agent }
}

/** The same for a caller's request, with an audit entry. @throws as `queueRun`. */
export async function startRun(
  platform: Platform,
  context: OrgContext,
  agentId: string,
  input: unknown,
): Promise<{ runId: string; status: 'queued' }> {
  const { tx, actor, caller, audit, viaV1 } = context
  const { runId, agent } = await queue(platform, tx, {
    agentId,
    input,
    trigger: viaV1 ? 'api' : 'web',
    startedBy: actor.name,
    startedByUser: caller.userId,
  })
  // The run contains the input; the audit entry records only its start and its caller.
  audit({ targetId: agentId, targetName: agent.name, after: { runId, version: agent.version } })
  return { runId, status: 'queued' }
}
