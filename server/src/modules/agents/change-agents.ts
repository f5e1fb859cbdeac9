import { retiredStatuses } from '@imperium/contract/agents.ts'
import type { Agent, AgentStatus } from '@imperium/contract/agents.ts'
import { agentEvents } from '@imperium/contract/events/agents.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertAgentsUnused } from './agent-users.ts'
import { requireActiveQuota } from './follow-plan.ts'
import { findAgent, lockAgents, markDeleted, setStatus } from './store.ts'

/** Only a restore to DRAFT leads out of ARCHIVED and DEPRECATED: a retired agent is not started by a toggle. */
const mayBecome = (from: AgentStatus, to: AgentStatus): boolean => !retiredStatuses.includes(from) || to === 'DRAFT' || to === from

const isActive = (status: AgentStatus): boolean => status === 'ACTIVE' || status === 'RUNNING'

/** @throws 404; 409 for an archived or deprecated agent that must be restored first, and PLAN_LIMIT. */
export async function changeStatus({ tx, org, audit }: OrgContext, id: string, status: AgentStatus): Promise<Agent> {
  const [found] = await lockAgents(tx, [id])
  if (!found) throw notFound()
  if (!mayBecome(found.status, status))
    throw conflict(
      found.status === 'ARCHIVED' ? 'This agent is archived. Restore it first.' : 'This agent is deprecated. Restore it first.',
    )
  if (isActive(status) && !isActive(found.status)) await requireActiveQuota(tx, org.maxAgents, 1)
  await setStatus(tx, [id], status)
  audit({ targetName: found.name, before: { status: found.status }, after: { status } })
  const agent = await findAgent(tx, id)
  if (!agent) throw notFound()
  return agent
}

/** @throws 404; 409 if a campaign uses one of them to write its messages. Unfinished runs stop; finished runs stay in the history. */
export async function deleteAgents(platform: Platform, { tx, audit }: OrgContext, ids: readonly string[]): Promise<string[]> {
  const found = await lockAgents(tx, ids)
  if (found.length !== new Set(ids).size) throw notFound()
  await assertAgentsUnused(platform, tx, ids)
  await markDeleted(tx, ids)
  for (const { id, name } of found) await platform.events.emit(tx, agentEvents.deleted, { agentId: id, name })
  audit({
    targetName: found
      .map((each) => each.name)
      .join(', ')
      .slice(0, 500),
    before: found,
  })
  return found.map((each) => each.id)
}

/** One operation on many agents, all or nothing; activate and deactivate skip archived and deprecated agents. */
export async function changeMany(
  platform: Platform,
  context: OrgContext,
  ids: readonly string[],
  action: 'activate' | 'deactivate' | 'delete',
) {
  const unique = [...new Set(ids)]
  if (action === 'delete') return { changed: await deleteAgents(platform, context, unique), skipped: [] }
  const found = await lockAgents(context.tx, unique)
  if (found.length !== unique.length) throw notFound()
  const status: AgentStatus = action === 'activate' ? 'ACTIVE' : 'PAUSED'
  const changed = found.filter((each) => mayBecome(each.status, status)).map((each) => each.id)
  const added = found.filter((each) => changed.includes(each.id) && !isActive(each.status)).length
  if (status === 'ACTIVE' && added > 0) await requireActiveQuota(context.tx, context.org.maxAgents, added)
  const skipped = unique.filter((id) => !changed.includes(id))
  if (changed.length) await setStatus(context.tx, changed, status)
  context.audit({ before: found, after: { status, changed } })
  return { changed, skipped }
}
