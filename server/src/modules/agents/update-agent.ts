import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { agentDefaults } from '@imperium/contract/agents.ts'
import type { Agent, UpdateAgentBody } from '@imperium/contract/agents.ts'
import { agentEvents } from '@imperium/contract/events/agents.ts'
import { notFound, stale } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'
import { requireKnownModel } from './check-model.ts'
import { checkGrants } from './check-grants.ts'
import { announceSwitch } from './public-switch.ts'
import { findAgent, findAgentForUpdate, insertVersion, updateAgent as writeAgent } from './store.ts'
import type { AgentBehaviour } from './store.ts'

const behaviourOf = ({ model, systemPrompt, temperature, maxTokens, capabilities, outputSchema }: AgentBehaviour): AgentBehaviour => ({
  model,
  systemPrompt,
  temperature,
  maxTokens,
  capabilities,
  outputSchema,
})

/** Changes an agent. A change that affects a run creates a new version; other changes do not. */
export async function updateAgent(
  platform: Platform,
  { tx, actor, audit, org }: OrgContext,
  id: string,
  body: z.output<typeof UpdateAgentBody>,
): Promise<Agent> {
  const before = await findAgentForUpdate(tx, id)
  if (!before) throw notFound()
  const { updatedAt, config, ...rest } = body
  await checkGrants(platform, tx, { rights: org, granted: rest.capabilities ?? [], before: before.capabilities, agentId: id })
  if (config?.model !== before.model) await requireKnownModel(tx, config?.model)
  if (updatedAt !== undefined && updatedAt !== before.updatedAt) throw stale()
  const given = withoutUndefined({ ...rest, ...config })
  const after = { ...before, ...given }
  if (after.category === '') after.category = agentDefaults.blankCategory
  if (after.isPublic !== before.isPublic) await announceSwitch(platform, tx, id, after.isPublic)
  const isNewVersion = !isDeepStrictEqual(behaviourOf(before), behaviourOf(after))
  const version = before.version + (isNewVersion ? 1 : 0)
  if (isNewVersion) await insertVersion(tx, id, version, behaviourOf(after), actor.name)
  await writeAgent(tx, id, { ...after, version })
  await platform.events.emit(tx, agentEvents.updated, { agentId: id, name: after.name, version })
  const saved = await findAgent(tx, id)
  if (!saved) throw notFound()
  audit({ targetName: saved.name, before, after: saved })
  return saved
}
