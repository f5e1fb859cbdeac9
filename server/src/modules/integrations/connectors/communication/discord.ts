import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const id = (title: string) =>
  z
    .string()
    .regex(/^\d{5,25}$/, 'An id has digits only')
    .meta({ title, description: 'Copy ID, in developer mode' })

/** https://discord.com/developers/docs/reference */
export const discord = defineConnector({
  id: 'discord',
  name: 'Discord',
  category: 'Communication',
  description: 'Sends messages to channels of your server, and starts workflows with new ones.',
  baseUrl: 'https://discord.com/api/v10',
  auth: [
    keyIn(
      { headers: { authorization: 'Bot {apiKey}' } },
      { label: 'Bot token', hint: 'Developer Portal, Bot. Invite the bot with View Channels, Send Messages, Read Message History.' },
    ),
  ],
  test: { request: { path: '/users/@me' }, account: (body) => at(body, 'username') },
  actions: {
    send_message: action({
      title: 'Send a message',
      description: 'Posts a text to a channel. Nobody is notified by @everyone.',
      input: z.object({ channelId: id('Channel'), content: z.string().min(1).max(2_000).meta({ title: 'Text', isLong: true }) }),
      method: 'POST',
      request: ({ channelId, content }) => ({
        path: path`/channels/${channelId}/messages`,
        json: { content, allowed_mentions: { parse: ['users', 'roles'] } },
      }),
      sample: { id: '334385199974967042', channel_id: '290926798999357250', content: 'Supa Hot' },
    }),
    add_reaction: action({
      title: 'React to a message',
      description: 'Adds an emoji to a message.',
      input: z.object({ channelId: id('Channel'), messageId: id('Message'), emoji: z.string().min(1).max(100).meta({ title: 'Emoji' }) }),
      method: 'PUT',
      request: ({ channelId, messageId, emoji }) => ({ path: path`/channels/${channelId}/messages/${messageId}/reactions/${emoji}/@me` }),
      read: () => ({ done: true }),
      sample: { done: true },
    }),
    list_channels: action({
      title: 'List channels',
      description: 'Lists the channels of a server with id and name.',
      input: z.object({ guildId: id('Server') }),
      method: 'GET',
      request: ({ guildId }) => ({ path: path`/guilds/${guildId}/channels` }),
      sample: [{ id: '41771983423143937', name: 'general', type: 0 }],
    }),
  },
  triggers: {
    new_message: pollTrigger({
      title: 'New message',
      description: 'Starts with each message of people in a channel.',
      input: z.object({ channelId: id('Channel') }),
      request: ({ channelId }, cursor) => ({
        path: path`/channels/${channelId}/messages`,
        query: { limit: 100, after: cursor ?? undefined },
      }),
      items: (body) => listAt(body, ''),
      isWanted: (message) => at(message, 'author.bot') !== true,
      id: (message) => textAt(message, 'id'),
      fullPage: 100,
      cursor: (messages, before) => textAt(messages[0], 'id') || before,
      sample: { id: '334385199974967042', content: 'Supa Hot', author: { id: '53908099506183680', username: 'Mason' } },
    }),
  },
})
