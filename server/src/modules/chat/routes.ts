import { channelAgents } from '@imperium/contract/channels/channel-agents.ts'
import { chat } from '@imperium/contract/chat.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { askDraft, discardDraft, sendDraft } from './channels/drafts.ts'
import { addChannelAgent, listAnswering, removeChannelAgent, saveChannelAgent } from './channels/manage-channel-agents.ts'
import { chatPage, describeChat } from './chat-page.ts'
import { followChat } from './follow-chat.ts'
import { askForPerson, handBack, takeOver } from './hand-over.ts'
import { mailTranscript, proveAddress } from './mail-transcript.ts'
import { readChat, saveChat } from './manage-chat.ts'
import { sendMessage } from './send-message.ts'
import { readThread } from './thread.ts'
import { endTranscript, openTranscript } from './transcript-page.ts'
import { makeToken, readVisitor, withVisitorChat } from './visitor.ts'

export const chatActs: ModuleActs = {
  sentences: {
    'chat.save': describedAct('settings', '{actor} changed the website chat of {target}'),
    'chat.takeOver': describedAct('change', '{actor} took over the chat "{target}"'),
    'chat.handBack': describedAct('change', '{actor} handed the chat "{target}" back to the agent'),
    'channel-agents.create': describedAct('settings', '{actor} let {target} answer on a channel'),
    'channel-agents.save': describedAct('settings', '{actor} changed how {target} answers on a channel'),
    'channel-agents.remove': describedAct('settings', '{actor} took {target} off a channel'),
    'channel-agents.askDraft': describedAct('change', '{actor} asked an agent for a draft of a reply to "{target}"'),
    'channel-agents.sendDraft': describedAct('change', '{actor} sent the draft of an agent in "{target}"'),
    'channel-agents.discardDraft': describedAct('change', '{actor} discarded the draft of an agent in "{target}"'),
  },
}

export const channelAgentOperations = (platform: Platform) =>
  bindOperations(channelAgents, {
    list: (_input, context) => listAnswering(platform, context),
    create: ({ body }, context) => addChannelAgent(platform, context, body),
    save: ({ params, body }, context) => saveChannelAgent(platform, context, params.id, body),
    remove: ({ params }, context) => removeChannelAgent(platform, context, params.id),
    askDraft: ({ params, body }, context) => askDraft(platform, context, params.id, body.agentId),
    sendDraft: ({ params, body }, context) => sendDraft(platform, context, { ...params, ...body }),
    discardDraft: ({ params }, context) => discardDraft(context, params),
  })

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
    proveAddress: ({ params, body }, context) => proveAddress(platform, { publicId: params.chat, ...body }, context),
    openTranscript: ({ params }, context) => openTranscript(platform, params, context),
    endTranscript: ({ params }, context) => endTranscript(platform, params, context),
  })
