import type { z } from 'zod'
import { agentDefaults } from '@imperium/contract/agents.ts'
import type { Agent, CreateAgentBody } from '@imperium/contract/agents.ts'
import { agentEvents } from '@imperium/contract/events/agents.ts'
import { notFound } from '../../platform/errors.ts'
import { acrossNodes } from '../../platform/db/across-nodes.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { defaultModelName, isModelConfigured, isModelKnown } from '../ai-models/index.ts'
import { checkGrants } from './check-grants.ts'
import { agentsUsedUp } from './follow-plan.ts'
import { countAgents, findAgent, insertAgent, lockAgentCount } from './store.ts'
import type { AgentFields } from './store.ts'

/** Creates an agent with its first version. @throws 409 PLAN_LIMIT when the organization has reached its plan's limit. */
export async function createAgent(platform: Platform, context: OrgContext, body: z.output<typeof CreateAgentBody>): Promise<Agent> {
  const { config, ...rest } = body
  await checkGrants(platform, context.tx, { rights: context.org, granted: rest.capabilities, before: [] })
  // A template may name a model that this organization does not have.
  const isKnown = config.model !== undefined && (await isModelKnown(context.tx, config.model))
  const model = config.model !== undefined && isKnown ? config.model : await usualModel(context)
  return addAgent(platform, context, {
    ...rest,
    ...config,
    model,
    category: rest.category?.length ? rest.category : blankCategory(rest.category),
  })
}

const nameMaxLength = 120
const copySuffix = ' (Copy)'

/** Copies an agent's definition, not its history. The copy is private until a member makes it public. */
export async function cloneAgent(platform: Platform, context: OrgContext, id: string): Promise<Agent> {
  const source = await findAgent(context.tx, id)
  if (!source) throw notFound()
  // Not inside a character: half of one cannot be stored.
  const name = source.name.slice(0, nameMaxLength - copySuffix.length).replace(/[\uD800-\uDBFF]$/, '') + copySuffix
  return addAgent(platform, context, { ...source, name, isPublic: false })
}

async function addAgent(platform: Platform, context: OrgContext, fields: AgentFields): Promise<Agent> {
  const { tx, org, actor, audit } = context
  await acrossNodes(tx, () => refusePastLimit(tx, org.maxAgents))
  const id = newId()
  await insertAgent(tx, id, fields, actor.name)
  await platform.events.emit(tx, agentEvents.created, { agentId: id, name: fields.name })
  const agent = await findAgent(tx, id)
  if (!agent) throw new Error('the new agent cannot be read')
  audit({ targetId: id, targetName: fields.name, after: agent })
  return agent
}

/** More than can be created concurrently: each create holds a database connection. */
const mostAtOnce = 1_000

/** Creates wait for each other only near the limit, where two together could exceed it (R69). */
async function refusePastLimit(tx: OrgTx, maxAgents: number): Promise<void> {
  if ((await countAgents(tx)) < maxAgents - mostAtOnce) return
  await lockAgentCount(tx)
  if ((await countAgents(tx)) < maxAgents) return
  throw agentsUsedUp(maxAgents)
}

/** gpt-4 if a configuration serves it, else the organization's default: an agent whose model nothing serves could not run. */
async function usualModel({ tx }: OrgContext): Promise<string> {
  if (await isModelConfigured(tx, agentDefaults.model)) return agentDefaults.model
  return (await defaultModelName(tx)) ?? agentDefaults.model
}

/** The form starts with Business; a cleared field becomes General, the category that claims nothing. */
const blankCategory = (given: string | undefined): string => (given === undefined ? agentDefaults.category : agentDefaults.blankCategory)
