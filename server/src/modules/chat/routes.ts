import { chat } from '@imperium/contract/chat.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { chatPage, describeChat } from './chat-page.ts'
import { followChat } from './follow-chat.ts'
import { askForPerson, handBack, takeOver } from './hand-over.ts'
import { mailTranscript } from './mail-visitor.ts'
import { readChat, saveChat } from './manage-chat.ts'
import { sendMessage } from './send-message.ts'
import { readThread } from './thread.ts'
import { makeToken, readVisitor, withVisitorChat } from './visitor.ts'

export const chatActs: ModuleActs = {
  sentences: {
    'chat.save': describedAct('settings', '{actor} changed the website chat of {target}'),
    'chat.takeOver': describedAct('change', '{actor} took over the chat "{target}"'),
    'chat.handBack': describedAct('change', '{actor} handed the chat "{target}" back to the agent'),
  },
}

export const chatOperations = (platform: Platform) =>
  bindOperations(chat, {
    read: ({ params }, context) => readChat(platform, context, params.id),
    save: ({ params, body }, context) => saveChat(platform, context, params.id, body),
    takeOver: ({ params }, context) => takeOver(platform, context, params.id),
    handBack: ({ params }, context) => handBack(platform, context, params.id),
    page: ({ params }, context) => chatPage(platform, params.chat, context),
    describe: ({ params }, context) => describeChat(platform, params.chat, context),
    start: ({ params, body }, context) =>
      withVisitorChat(platform, params.chat, context, async ({ publicId }) => ({ token: makeToken(platform, publicId, body.language) })),
    thread: ({ params }, context) => {
      const { sessionId } = readVisitor(platform, params.chat, context)
      return withVisitorChat(platform, params.chat, context, (open) => readThread(platform, open, sessionId))
    },
    send: ({ params, body }, context) => sendMessage(platform, { publicId: params.chat, ...body }, context),
    events: {
      stream: ({ params, query }, context) => followChat(platform, { publicId: params.chat, after: query.after ?? null }, context),
    },
    askPerson: ({ params, body }, context) => askForPerson(platform, { publicId: params.chat, ...body }, context),
    mailTranscript: ({ params, body }, context) => mailTranscript(platform, { publicId: params.chat, ...body }, context),
  })
