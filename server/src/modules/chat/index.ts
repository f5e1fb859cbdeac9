import { signal } from '../../platform/events/live.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onPublicSwitch } from '../agents/index.ts'
import { extendContacts } from '../contacts/index.ts'
import { onChatChannel } from '../messages/index.ts'
import { askToStop, eraseAgentRuns } from '../runs/index.ts'
import { visitorRuns } from './answer-visitor.ts'
import { chatChanged } from './chat-signal.ts'
import { mailReply } from './mail-visitor.ts'
import { followSwitch } from './manage-chat.ts'
import { mountPreflight } from './mount-preflight.ts'
import { chatActs, chatOperations } from './routes.ts'
import { changeSession, findSessionOf, openRuns, runsOfConversations, sessionsOfContact } from './sessions-store.ts'

export const chatModule: ModuleFactory = (platform) => ({
  name: 'chat',
  tables: ['agent_chats', 'chat_sessions', 'chat_turns'],
  reads: ['runs', 'conversations'],
  acts: chatActs,
  operations: chatOperations(platform),
  mountProtocol: (app) => mountPreflight(app, platform),
  extensions: [
    visitorRuns(platform),
    onPublicSwitch((tx, agentId, isPublic) => followSwitch(platform, tx, agentId, isPublic)),
    extendContacts({ name: 'chat', exportContact: async (tx, contactId) => ({ websiteChats: await sessionsOfContact(tx, contactId) }) }),
    onChatChannel({
      stateOf: async (tx, conversationId) => (await findSessionOf(tx, conversationId))?.state ?? null,
      answered: async (tx, conversationId, message) => {
        const session = await findSessionOf(tx, conversationId)
        if (!session) return
        await changeSession(tx, session.id, { state: 'person', hasFailed: false })
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
