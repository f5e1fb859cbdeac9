import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const chat = z.string().min(1).max(100).meta({ title: 'Chat', description: 'Its id, or @name of a public channel' })

/** https://core.telegram.org/bots/api */
export const telegram = defineConnector({
  id: 'telegram',
  name: 'Telegram',
  category: 'Communication',
  description: 'Sends messages by your bot, and starts workflows with what people write to it.',
  baseUrl: 'https://api.telegram.org/bot{apiKey}',
  auth: [keyIn({}, { label: 'Bot token', placeholder: '123456:ABC…', hint: 'From @BotFather.' })],
  errors: { isFailure: (body) => at(body, 'ok') === false, message: (body) => at(body, 'description') },
  test: { request: { path: '/getMe' }, account: (body) => at(body, 'result.username') },
  actions: {
    send_message: action({
      title: 'Send a message',
      description: 'Sends a text to a chat that knows the bot.',
      input: z.object({
        chat_id: chat,
        text: z.string().min(1).max(4_096).meta({ title: 'Text', isLong: true }),
        parse_mode: z.enum(['MarkdownV2', 'HTML']).optional().meta({ title: 'Format' }),
      }),
      method: 'POST',
      request: (json) => ({ path: '/sendMessage', json }),
      read: (body) => at(body, 'result'),
      sample: { message_id: 42, chat: { id: 7, type: 'private' }, text: 'Hello' },
    }),
    send_photo: action({
      title: 'Send a picture',
      description: 'Sends a picture from a web address.',
      input: z.object({
        chat_id: chat,
        photo: z.url().meta({ title: 'Address of the picture' }),
        caption: z.string().max(1_024).optional().meta({ title: 'Caption' }),
      }),
      method: 'POST',
      request: (json) => ({ path: '/sendPhoto', json }),
      read: (body) => at(body, 'result'),
      sample: { message_id: 43, caption: 'Our new shop' },
    }),
    get_chat: action({
      title: 'Read a chat',
      description: 'Answers the title, kind and description of a chat.',
      input: z.object({ chat_id: chat }),
      method: 'GET',
      request: (query) => ({ path: '/getChat', query }),
      read: (body) => at(body, 'result'),
      sample: { id: -1001234, type: 'supergroup', title: 'Support' },
    }),
  },
  triggers: {
    new_message: pollTrigger({
      title: 'New message',
      description: 'Starts with each message that the bot gets. Not together with a webhook of the bot.',
      input: z.object({}),
      request: (_input, cursor) => ({
        path: '/getUpdates',
        query: { offset: cursor ?? undefined, limit: 100, timeout: 0, allowed_updates: '["message"]' },
      }),
      items: (body) => listAt(body, 'result'),
      id: (update) => textAt(update, 'update_id'),
      fullPage: 100,
      cursor: (updates, before) => (updates.length > 0 ? String(Number(textAt(updates.at(-1), 'update_id')) + 1) : before),
      sample: { update_id: 10_000, message: { message_id: 1365, text: 'Hello', chat: { id: 7 }, from: { first_name: 'Ada' } } },
    }),
  },
})
