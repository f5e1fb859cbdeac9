import { messageEvents } from '@imperium/contract/events/messages.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onReport, onSingleMessages } from '../campaigns/index.ts'
import { onInboundFiles } from '../channels/index.ts'
import { onEmailToContact, onSentCount, onTextToContact } from '../consents/index.ts'
import { extendContacts } from '../contacts/index.ts'
import { exportMessages, messageContactExtension } from './contact-extension.ts'
import { filesOfMessages } from './attachment-store.ts'
import { deliverMessageJob } from './deliver-message.ts'
import { countForPurposes, wasWrittenTo } from './delivery-store.ts'
import { fetchMediaJob } from './fetch-media.ts'
import { queueContactEmail } from './queue-contact-email.ts'
import { postOwnText } from './post-text.ts'
import { receiveMessage } from './receive-message.ts'
import { messagesActs, messageOperations } from './routes.ts'
import { recordReport } from './reports/record-report.ts'
import { takeNotesOn } from '../notes/index.ts'
import { findNotedConversation } from './threads-store.ts'
import { searchIn } from '../search/index.ts'
import { searchMessages } from './search-messages.ts'
import { conversationAssigned } from './change-conversation.ts'
import { conversationsErased, conversationHistory } from './erase-conversations.ts'
import { messageUndelivered } from './emit-undelivered.ts'
import { messageSettled } from './deliver-message.ts'
import { personNeeded } from './chat/chat-channel.ts'
import { ticketConversationChanged } from './tickets/ticket-conversations.ts'
import { offerQueryTable } from '../../platform/llm/query-tables.ts'
import { keepForRetention } from '../../platform/retention.ts'
import { messagesQuery } from './query-tables.ts'

export type { ChatRow } from './chat/chat-store.ts'
export { agentTouches } from './history/agent-touches-store.ts'
export { readAnswerable, sendAgentReply } from './chat/agent-replies.ts'
export { announceVisitor, onChatChannel, personNeeded } from './chat/chat-channel.ts'
export type { ContactMessage } from './chat/chat-channel.ts'
export {
  findAnswerable,
  findByKey,
  findChat,
  listChatMessages,
  nameVisitor,
  setChatStatus,
  startChat,
  writeChatMessage,
} from './chat/chat-store.ts'
export { conversationAssigned } from './change-conversation.ts'
export { conversationsErased } from './erase-conversations.ts'
export { messageUndelivered } from './emit-undelivered.ts'
export { messageSettled } from './deliver-message.ts'
export { eraseConversations } from './erase-conversations.ts'
export { countConversations, countMessagesIn, listCountedConversations, listCountedMessages } from './history/count-period-store.ts'
export { recordPastConversation } from './history/past-conversation.ts'
export { inboxFigures } from './store.ts'
export { findNotified } from './threads-store.ts'
export { findAttachment, storeAttachment } from './attachment-store.ts'
export {
  readTicketConversation,
  receiveTicketMessage,
  setTicketConversation,
  ticketConversationChanged,
} from './tickets/ticket-conversations.ts'
export { onTicketMail } from './tickets/ticket-mail.ts'
export { replyToConversation } from './write-message.ts'
export { writeInternalMessage } from './write-internal-message.ts'
export { writeSystemMessage } from './write-system-message.ts'
export type { SystemMessage } from './write-system-message.ts'

export const messagesModule: ModuleFactory = (platform) => ({
  name: 'messages',
  tables: ['conversations', 'messages', 'conversation_members', 'message_attachments', 'queried_messages'],
  acts: messagesActs,
  emits: [
    ...Object.values(messageEvents),
    ticketConversationChanged,
    conversationAssigned,
    conversationsErased,
    messageSettled,
    messageUndelivered,
    personNeeded,
  ],
  extensions: [
    keepForRetention(conversationHistory),
    extendContacts(messageContactExtension(platform)),
    onSentCount(countForPurposes),
    onReport(recordReport(platform)),
    onSingleMessages(wasWrittenTo),
    onInboundFiles(filesOfMessages),
    onEmailToContact(queueContactEmail(platform)),
    onTextToContact(postOwnText(platform)),
    takeNotesOn({ subject: 'conversation', permission: 'messages:read', find: findNotedConversation }),
    searchIn({ permission: 'messages:read', order: 50, find: searchMessages }),
    offerQueryTable(messagesQuery),
  ],
  operations: messageOperations(platform),
  jobs: [deliverMessageJob(platform), fetchMediaJob(platform)],
  events: [receiveMessage(platform)],
  exportPerson: (person) => exportMessages(platform, person),
})
