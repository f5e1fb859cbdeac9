import { randomBytes } from 'node:crypto'
import type { AgentChat, SaveChatBody } from '@imperium/contract/chat.ts'
import type { Agent } from '@imperium/contract/agents.ts'
import { conflict, notFound, stale } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { findAgent, setPublic } from '../agents/index.ts'
import { cancelIfUnfinished, visitorCost } from '../runs/index.ts'
import { chatChanged } from './chat-signal.ts'
import { startOfDay } from './opening-hours.ts'
import { openRunsOfAgent } from './sessions-store.ts'
import { findChatOf, writeChat } from './store.ts'
import type { ChatRow, ChatSettings } from './store.ts'
import { publicUrlOf } from '../../platform/http/host-owners.ts'

const defaults = (agent: Agent): ChatSettings => ({
  hasPage: true,
  title: agent.name.slice(0, 80),
  welcome: '',
  accent: null,
  origins: [],
  perHour: 30,
  dailyBudgetMicros: 5_000_000,
  openingHours: null,
  handsOver: true,
  mailsTranscript: true,
})

/** Below our public address. */
export const pagePath = (publicId: string): string => `/chat/${publicId}`

async function present(platform: Platform, { tx, org }: OrgContext, agent: Agent, chat: ChatRow | null): Promise<AgentChat> {
  const publicUrl = publicUrlOf(platform, org.id)
  const now = platform.clock.now()
  return {
    ...(chat?.settings ?? defaults(agent)),
    enabled: agent.isPublic && chat !== null,
    publicId: chat?.publicId ?? null,
    pageUrl: chat && `${publicUrl}${pagePath(chat.publicId)}`,
    embedHtml: chat && `<script src="${escapeHtml(publicUrl)}/chat/widget.js" data-agent="${chat.publicId}" async></script>`,
    spentTodayMicros: await visitorCost(tx, agent.id, startOfDay(now, org.timeZone)),
    updatedAt: chat?.updatedAt.toISOString() ?? null,
  }
}

export async function readChat(platform: Platform, context: OrgContext, id: string): Promise<AgentChat> {
  const agent = await findAgent(context.tx, id)
  if (!agent) throw notFound()
  return present(platform, context, agent, await findChatOf(context.tx, id))
}

// 100 bits: a chat cannot be found by guessing.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const newPublicId = (): string => Array.from(randomBytes(20), (byte) => alphabet[byte % alphabet.length]).join('')

async function afterSwitch(platform: Platform, tx: OrgTx, id: string, enabled: boolean): Promise<void> {
  if (!enabled) for (const run of await openRunsOfAgent(tx, id)) await cancelIfUnfinished(platform, tx, run)
  await signal(tx, chatChanged({ orgId: tx.orgId, agentId: id }))
}

/** The same switch at the agent: off ends what runs, and on is for the chat alone, which checks more. @throws 409 */
export async function followSwitch(platform: Platform, tx: OrgTx, id: string, isPublic: boolean): Promise<void> {
  if (!(await findChatOf(tx, id))) return
  if (isPublic) throw conflict('This agent has a website chat. Turn it on in the settings of the chat.')
  await afterSwitch(platform, tx, id, false)
}

/** @throws 403 before the own address is proved: strangers talk to it; 404; 409 where it changed since it was read. */
export async function saveChat(platform: Platform, context: OrgContext, id: string, body: SaveChatBody): Promise<AgentChat> {
  const { tx, caller, audit } = context
  const { enabled, updatedAt, ...settings } = body
  if (enabled) requireProvedAddress(caller)
  const agent = await findAgent(tx, id)
  if (!agent) throw notFound()
  const before = await findChatOf(tx, id, true)
  if (updatedAt !== undefined && updatedAt !== (before?.updatedAt.toISOString() ?? null)) throw stale()
  await writeChat(tx, id, before?.publicId ?? newPublicId(), settings)
  await setPublic(tx, id, enabled)
  await afterSwitch(platform, tx, id, enabled)
  audit({
    targetId: id,
    targetName: agent.name,
    before: { enabled: agent.isPublic && before !== null, ...before?.settings },
    after: { enabled, ...settings },
  })
  return present(platform, context, { ...agent, isPublic: enabled }, await findChatOf(tx, id))
}
