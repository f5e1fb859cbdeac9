import { signal } from '../../platform/events/live.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onPublicSwitch } from '../agents/index.ts'
import { eraseMatches, extendContacts } from '../contacts/index.ts'
import { eraseConversations, listChatMessages, onChatChannel } from '../messages/index.ts'
import { askToStop, eraseAgentRuns, giveVisitorTools } from '../runs/index.ts'
import { visitorRuns } from './answer-visitor.ts'
import { receiveForAgent } from './channels/answer-contact.ts'
import { draftingOf } from './channels/drafts.ts'
import { draftsFor, dropDraft } from './channels/drafts-store.ts'
import { offerRemember } from './channels/remember.ts'
import { chatChanged } from './chat-signal.ts'
import { mailReply } from './mail-visitor.ts'
import { followSwitch } from './manage-chat.ts'
import { mountPreflight } from './mount-preflight.ts'
import { channelAgentOperations, chatActs, chatOperations } from './routes.ts'
import {
  changeSession,
  claimedConversations,
  emptySummaries,
  findSessionOf,
  openRuns,
  runsOfConversations,
  sessionsOfContact,
  summariesNaming,
} from './sessions-store.ts'

const viewOf = async (tx: OrgTx, conversationId: string) => {
  const session = await findSessionOf(tx, conversationId)
  if (!session) return null
  const isAnswered = session.state !== 'none'
  return {
    chatState: session.state === 'none' ? null : session.state,
    agentMode: isAnswered ? session.mode : null,
    ...(await draftingOf(tx, conversationId)),
  }
}

/** Of visitors who claimed one of the addresses, which the person perhaps never was. */
async function claimedChats(tx: OrgTx, addresses: readonly string[]): Promise<object[]> {
  const chats: object[] = []
  for (const id of addresses.length > 0 ? await claimedConversations(tx, addresses) : []) {
    const rows = await listChatMessages(tx, id, { limit: exportedOfChat })
    chats.push({ conversationId: id, isAddressProved: false, messages: rows.map(({ at, direction, body }) => ({ at, direction, body })) })
  }
  return chats
}
const exportedOfChat = 1_000

export const chatModule: ModuleFactory = (platform) => ({
  name: 'chat',
  tables: ['agent_chats', 'chat_sessions', 'chat_turns', 'chat_address_codes', 'chat_transcript_links', 'channel_agents', 'reply_drafts'],
  reads: ['runs', 'conversations'],
  acts: chatActs,
  operations: [...chatOperations(platform), ...channelAgentOperations(platform)],
  mountProtocol: (app) => mountPreflight(app, platform),
  extensions: [
    visitorRuns(platform),
    onPublicSwitch((tx, agentId, isPublic) => followSwitch(platform, tx, agentId, isPublic)),
    giveVisitorTools(offerRemember),
    extendContacts({
      name: 'chat',
      exportContact: async (tx, contactId, names) => ({
        websiteChats: await sessionsOfContact(tx, contactId),
        claimedWebsiteChats: await claimedChats(tx, names),
        replyDrafts: await draftsFor(tx, contactId),
      }),
      eraseNamed: eraseMatches(summariesNaming, emptySummaries),
      eraseContacts: async (tx, _contactIds, addresses) => {
        const claimed = addresses.length > 0 ? await claimedConversations(tx, addresses) : []
        if (claimed.length > 0) await eraseConversations(platform, tx, claimed)
      },
    }),
    onChatChannel({
      viewOf,
      received: (tx, message) => receiveForAgent(platform, tx, message),
      answered: async (tx, conversationId, message) => {
        const session = await findSessionOf(tx, conversationId)
        if (!session) return
        await dropDraft(tx, conversationId)
        // An agent that only drafts goes on with the contact's next message.
        if (session.state !== 'none' && session.mode === 'auto') await changeSession(tx, session.id, { state: 'person', hasFailed: false })
        for (const run of await openRuns(tx, session.id, 'answer')) await askToStop(tx, run)
        await mailReply(platform, tx, session, message)
        await signal(tx, chatChanged({ orgId: tx.orgId, sessionId: session.id }))
      },
      // What was said stands in the runs as well.
      erasing: async (tx, conversationIds) => {
        const runs = conversationIds.length > 0 ? await runsOfConversations(tx, conversationIds) : []
        await eraseAgentRuns(platform, tx, runs)
      },
    }),
  ],
})
