import { messageEvents } from '@imperium/contract/events/messages.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onReport, onSingleMessages } from '../campaigns/index.ts'
import { onInboundFiles } from '../channels/index.ts'
import { onLetterToContact, onSentCount, onTextToContact } from '../consents/index.ts'
import { accompanyContacts } from '../contacts/index.ts'
import { exportMessages, messageCompanion } from './accompany.ts'
import { filesOfMessages } from './attachment-store.ts'
import { deliverMessageJob } from './deliver-message.ts'
import { countForPurposes, wasWrittenTo } from './delivery-store.ts'
import { fetchMediaJob } from './fetch-media.ts'
import { postOwnLetter } from './post-letter.ts'
import { postOwnText } from './post-text.ts'
import { receiveMessage } from './receive-message.ts'
import { messageOperations } from './routes.ts'
import { takeReport } from './take-report.ts'
import { searchIn } from '../search/index.ts'
import { searchMessages } from './search-messages.ts'
import { conversationAssigned } from './change-conversation.ts'
import { conversationsErased } from './erase-conversations.ts'
import { messageUndelivered } from './tell-undelivered.ts'
import { messageSettled } from './deliver-message.ts'

export { conversationAssigned } from './change-conversation.ts'
export { conversationsErased } from './erase-conversations.ts'
export { messageUndelivered } from './tell-undelivered.ts'
export { messageSettled } from './deliver-message.ts'
export { eraseConversationsBefore, organizationsWithConversationsBefore } from './erase-conversations.ts'
export { whoHears } from './threads-store.ts'
export { writeInternalMessage } from './write-internal-message.ts'
export { writeSystemMessage } from './write-system-message.ts'
export type { SystemMessage } from './write-system-message.ts'

export const messagesModule: ModuleFactory = (platform) => ({
  name: 'messages',
  tables: ['conversations', 'messages', 'conversation_members', 'message_attachments'],
  emits: [...Object.values(messageEvents), conversationAssigned, conversationsErased, messageSettled, messageUndelivered],
  extensions: [
    accompanyContacts(messageCompanion(platform)),
    onSentCount(countForPurposes),
    onReport(takeReport(platform)),
    onSingleMessages(wasWrittenTo),
    onInboundFiles(filesOfMessages),
    onLetterToContact(postOwnLetter(platform)),
    onTextToContact(postOwnText(platform)),
    searchIn({ permission: 'messages:read', order: 50, find: searchMessages }),
  ],
  operations: messageOperations(platform),
  jobs: [deliverMessageJob(platform), fetchMediaJob(platform)],
  events: [receiveMessage(platform)],
  exportPerson: (person) => exportMessages(platform, person),
})
