import type { Agent } from '@imperium/contract/agents.ts'
import { hashTokenHex } from '../../platform/crypto/crypto.ts'
import { addressGroup, countHit } from '../../platform/auth/rate-limit.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { forbidden, limited, notFound, unauthenticated } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAgent } from '../agents/index.ts'
import { findProfile } from '../organizations/index.ts'
import { findChatOf, findPlace } from './store.ts'
import type { ChatSettings } from './store.ts'

/** The chat that a visitor has opened. */
export interface OpenChat {
  tx: OrgTx
  publicId: string
  agent: Agent
  settings: ChatSettings
  organization: { name: string; timeZone: string }
}

export const visitorName = 'Visitor'

/** As a notification names the visitor, where nothing could say that an address is only claimed. */
export const provenName = ({ email, emailProvedAt }: { email: string | null; emailProvedAt: Date | null }): string =>
  email !== null && emailProvedAt !== null ? email : visitorName

/** A visitor's token is good for this long. */
const tokenMs = 30 * 86_400_000
/** Of a network: an office or a school has one address. */
const mostOfNetwork = { max: 300, perSeconds: 3_600 }
const mostOfOrganization = { max: 5_000, perSeconds: 3_600 }

export const tokenHeader = 'x-chat-token'

/** Whether a page of this origin may show the chat: those that are listed, and our own while the chat has a page. */
export function isAllowedOrigin(platform: Platform, settings: ChatSettings, origin: string, host: string | undefined): boolean {
  if (settings.origins.includes(origin)) return true
  const isOurs = origin === new URL(platform.config.publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host)
  return isOurs && settings.hasPage
}

/** The published chat behind an address in its organization. @throws 404 where there is none, or it was turned off. */
export async function withChat<T>(platform: Platform, publicId: string, work: (chat: OpenChat) => Promise<T>): Promise<T> {
  const place = await platform.db.withSystem((tx) => findPlace(tx, publicId))
  if (!place) throw notFound()
  return platform.db.withOrg(place.orgId, async (tx) => {
    const [agent, row, profile] = [await findAgent(tx, place.agentId), await findChatOf(tx, place.agentId), await findProfile(tx, tx.orgId)]
    if (!agent?.isPublic || !row || !profile) throw notFound()
    return work({ tx, publicId, agent, settings: row.settings, organization: { name: profile.name, timeZone: profile.timeZone } })
  })
}

/** The same for a call of a visitor's browser. @throws 403 for a page that may not show the chat. */
export const withVisitorChat = <T>(
  platform: Platform,
  publicId: string,
  context: PublicContext,
  work: (chat: OpenChat) => Promise<T>,
): Promise<T> =>
  withChat(platform, publicId, async (chat) => {
    const origin = context.header('origin')
    if (origin !== undefined) {
      if (!isAllowedOrigin(platform, chat.settings, origin, context.header('host')))
        throw forbidden('This website may not show the chat. Add it to the allowed websites of the agent.')
      context.allowOrigin(origin)
    }
    return work(chat)
  })

const tokenPlace = (publicId: string): string => `chat-session:${publicId}`

export const makeToken = ({ keyRing, clock }: Platform, publicId: string, language: string): string =>
  keyRing.encrypt(JSON.stringify({ id: newId(), language, at: clock.now().getTime() }), tokenPlace(publicId))

export interface Visitor {
  sessionId: string
  language: string
}

/** Who calls. @throws 401 for a token that is not of this chat, or too old. */
export function readVisitor({ keyRing, clock }: Platform, publicId: string, context: PublicContext): Visitor {
  try {
    const token = keyRing.decrypt(context.header(tokenHeader) ?? '', tokenPlace(publicId))
    const { id, language, at } = JSON.parse(token) as { id: string; language: string; at: number }
    if (clock.now().getTime() - at <= tokenMs) return { sessionId: id, language }
  } catch {
    // Below.
  }
  throw unauthenticated('This conversation has ended. Start a new one.')
}

async function count({ db }: Platform, key: string, { max, perSeconds }: typeof mostOfNetwork): Promise<void> {
  const { allowed, resetSeconds } = await countHit(db, key, max, perSeconds)
  if (!allowed) throw limited(resetSeconds)
}

const dayOf = (max: number) => ({ max, perSeconds: 86_400 })
const transcripts = { ofVisitor: dayOf(2), ofAddress: dayOf(3), ofNetwork: dayOf(10), ofOrganization: dayOf(500) }
/** Of one code; a new one is a mail, which is counted by itself. */
const triesOfCode = { max: 5, perSeconds: 900 }

interface TranscriptRequest {
  orgId: string
  sessionId: string
  email: string
  ipAddress: string
}

/** Counts a mail about a conversation, which a stranger sends to any address. @throws 429 */
export async function limitTranscripts(platform: Platform, { orgId, sessionId, email, ipAddress }: TranscriptRequest): Promise<void> {
  await count(platform, `chat-transcript:${sessionId}`, transcripts.ofVisitor)
  await count(platform, `chat-transcripts-address:${orgId}:${hashTokenHex(email)}`, transcripts.ofAddress)
  // A new conversation costs nothing: without this one person mails as many strangers as the organization may.
  await count(platform, `chat-transcripts-network:${hashTokenHex(addressGroup(ipAddress))}`, transcripts.ofNetwork)
  await count(platform, `chat-transcripts:${orgId}`, transcripts.ofOrganization)
}

/** Counts an answer to a code, also if its transaction is rolled back. @throws 429 */
export const limitCode = (platform: Platform, codeHash: Buffer): Promise<void> =>
  count(platform, `chat-code:${codeHash.toString('hex')}`, triesOfCode)

/** Counts a message of a visitor. @throws 429 */
export async function limitVisitor(platform: Platform, { tx, settings }: OpenChat, sessionId: string, ipAddress: string): Promise<void> {
  await count(platform, `chat-visitor:${sessionId}`, { max: settings.perHour, perSeconds: 3_600 })
  await count(platform, `chat-network:${hashTokenHex(addressGroup(ipAddress))}`, mostOfNetwork)
  await count(platform, `chat-org:${tx.orgId}`, mostOfOrganization)
}
