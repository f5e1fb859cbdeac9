import { channelAgentLimits } from '@imperium/contract/channels/channel-agents.ts'
import type { ChannelAgent, NewChannelAgentBody } from '@imperium/contract/channels/channel-agents.ts'
import { conflict, invalid, notFound, stale } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { requireProvedAddress } from '../../../platform/operations/proved-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAgent } from '../../agents/index.ts'
import { findAccount, resolveSender } from '../../channels/index.ts'
import { cancelIfUnfinished, visitorCost } from '../../runs/index.ts'
import { startOfDay } from '../opening-hours.ts'
import {
  deleteChannelAgent,
  findChannelAgent,
  hasPlace,
  insertChannelAgent,
  listChannelAgents,
  openRunsOfChannelAgent,
  updateChannelAgent,
} from './channel-agents-store.ts'
import type { ChannelAgentRow } from './channel-agents-store.ts'

type Settings = Omit<NewChannelAgentBody, 'channel'>

async function present(platform: Platform, { tx, org }: OrgContext, row: ChannelAgentRow): Promise<ChannelAgent> {
  const { id, channel, accountId, senderId, agentId, settings, updatedAt } = row
  const today = startOfDay(platform.clock.now(), org.timeZone)
  return {
    ...settings,
    id,
    channel,
    accountId,
    accountName: accountId && ((await findAccount(tx, accountId))?.name ?? null),
    senderId,
    senderEmail: senderId && ((await resolveSender(tx, senderId))?.email ?? null),
    agentId,
    agentName: (await findAgent(tx, agentId))?.name ?? '',
    spentTodayMicros: await visitorCost(tx, agentId, today, 'message'),
    updatedAt: updatedAt.toISOString(),
  }
}

export async function listAnswering(platform: Platform, context: OrgContext): Promise<ChannelAgent[]> {
  const shown: ChannelAgent[] = []
  for (const row of await listChannelAgents(context.tx, channelAgentLimits.rows)) shown.push(await present(platform, context, row))
  return shown
}

/** @returns the agent's name. @throws 403 before the own address is proved, 404, 409 for a place that has an agent, 422. */
async function check({ tx, caller }: OrgContext, { channel, ...body }: NewChannelAgentBody, id: string | null): Promise<string> {
  const { agentId, accountId, senderId, enabled } = body
  if (enabled) requireProvedAddress(caller)
  const agent = await findAgent(tx, agentId)
  if (!agent) throw notFound('Agent not found.')
  if (accountId !== null) {
    const account = await findAccount(tx, accountId)
    if (account?.channel !== channel) throw invalid([{ path: 'accountId', message: 'Not an account of this channel' }])
  }
  if (senderId !== null && (channel !== 'email' || !(await resolveSender(tx, senderId))))
    throw invalid([{ path: 'senderId', message: 'Not a sender of this organization' }])
  if (await hasPlace(tx, { channel, accountId, senderId }, id)) throw conflict('An agent is chosen for this already.')
  return agent.name
}

const split = ({ agentId, accountId, senderId, ...settings }: Settings) => ({ agentId, accountId, senderId, settings })

async function read(platform: Platform, context: OrgContext, id: string): Promise<ChannelAgent> {
  const row = await findChannelAgent(context.tx, id)
  if (!row) throw notFound()
  return present(platform, context, row)
}

export async function addChannelAgent(platform: Platform, context: OrgContext, body: NewChannelAgentBody): Promise<ChannelAgent> {
  const { tx, audit } = context
  const agentName = await check(context, body, null)
  if ((await listChannelAgents(tx, channelAgentLimits.rows)).length >= channelAgentLimits.rows)
    throw conflict('The limit of agents on channels is reached.')
  const { channel, ...settings } = body
  const id = newId()
  await insertChannelAgent(tx, { id, channel, ...split(settings) })
  audit({ targetId: id, targetName: agentName, after: body })
  return read(platform, context, id)
}

async function stopRuns(platform: Platform, { tx }: OrgContext, id: string): Promise<void> {
  for (const run of await openRunsOfChannelAgent(tx, id)) await cancelIfUnfinished(platform, tx, run)
}

export async function saveChannelAgent(
  platform: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, ...body }: Settings & { updatedAt?: string | undefined },
): Promise<ChannelAgent> {
  const { tx, audit } = context
  const before = await findChannelAgent(tx, id, true)
  if (!before) throw notFound()
  if (updatedAt !== undefined && updatedAt !== before.updatedAt.toISOString()) throw stale()
  const agentName = await check(context, { channel: before.channel, ...body }, id)
  await updateChannelAgent(tx, { id, ...split(body) })
  if (!body.enabled || body.agentId !== before.agentId) await stopRuns(platform, context, id)
  audit({ targetId: id, targetName: agentName, before: { agentId: before.agentId, ...before.settings }, after: body })
  return read(platform, context, id)
}

export async function removeChannelAgent(platform: Platform, context: OrgContext, id: string): Promise<null> {
  const { tx, audit } = context
  const before = await findChannelAgent(tx, id, true)
  if (!before) throw notFound()
  await stopRuns(platform, context, id)
  await deleteChannelAgent(tx, id)
  audit({ targetId: id, targetName: (await findAgent(tx, before.agentId))?.name ?? '', before: { channel: before.channel } })
  return null
}
