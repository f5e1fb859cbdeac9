import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { bearer, oauth2 } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { slackSignature } from '../../kit/verify-call.ts'

const channel = z.string().min(1).meta({ title: 'Channel', description: 'Name or id, for example #sales or C024BE91L' })

/** https://docs.slack.dev/apis/web-api */
export const slack = defineConnector({
  id: 'slack',
  name: 'Slack',
  category: 'Communication',
  description: 'Sends messages to channels and people, and starts workflows with what is written there.',
  isPopular: true,
  baseUrl: 'https://slack.com/api',
  auth: [
    bearer({ label: 'Bot token', placeholder: 'xoxb-…', hint: 'Of your Slack app: OAuth & Permissions, Bot User OAuth Token.' }),
    oauth2({
      authorizeUrl: 'https://slack.com/oauth/v2/authorize',
      tokenUrl: 'https://slack.com/api/oauth.v2.access',
      scopes: ['chat:write', 'channels:read', 'users:read', 'users:read.email'],
    }),
  ],
  // Slack answers 200 for everything and says `ok: false`.
  errors: { isFailure: (body) => at(body, 'ok') === false, message: (body) => at(body, 'error') },
  test: { request: { method: 'POST', path: '/auth.test' }, account: (body) => at(body, 'team') },
  actions: {
    send_message: action({
      title: 'Send a message',
      description: 'Posts a text to a channel.',
      input: z.object({
        channel,
        text: z.string().min(1).max(40_000).meta({ title: 'Text', isLong: true }),
        thread_ts: z.string().optional().meta({ title: 'Thread', description: 'The ts of the message to answer' }),
      }),
      method: 'POST',
      request: (input) => ({ path: '/chat.postMessage', json: input }),
      sample: { ok: true, channel: 'C123ABC456', ts: '1503435956.000247' },
    }),
    list_channels: action({
      title: 'List channels',
      description: 'Lists public channels with id and name.',
      input: z.object({ limit: z.int().min(1).max(1000).default(100).meta({ title: 'At most' }) }),
      method: 'GET',
      request: ({ limit }) => ({ path: '/conversations.list', query: { limit: Math.min(limit, 200), exclude_archived: true } }),
      pages: {
        items: (body) => listAt(body, 'channels'),
        next: (body, request) => {
          const cursor = textAt(body, 'response_metadata.next_cursor')
          return cursor === '' ? null : { ...request, query: { ...request.query, cursor } }
        },
        limit: ({ limit }) => limit,
      },
      sample: { items: [{ id: 'C012AB3CD', name: 'general' }] },
    }),
    find_user: action({
      title: 'Find a person by email',
      description: 'Answers the member of the workspace with this email address.',
      input: z.object({ email: z.email().meta({ title: 'Email' }) }),
      method: 'GET',
      request: (query) => ({ path: '/users.lookupByEmail', query }),
      read: (body) => at(body, 'user'),
      sample: { id: 'W012A3CDE', name: 'spengler', real_name: 'Egon Spengler' },
    }),
  },
  triggers: {
    new_message: hookTrigger({
      title: 'New message',
      description: 'Starts with each message in a channel that the app is in.',
      input: z.object({ channel: z.string().optional().meta({ title: 'Only this channel', description: 'Its id' }) }),
      setup:
        'Event Subscriptions of your Slack app: this address as Request URL, the event message.channels; the Signing Secret goes here.',
      verify: slackSignature,
      items: ({ body }, input) => {
        const event = at(body, 'event')
        const isMessage = at(event, 'type') === 'message' && at(event, 'bot_id') === undefined && at(event, 'subtype') === undefined
        const isWanted = !input.channel || at(event, 'channel') === input.channel
        return isMessage && isWanted ? [event] : []
      },
      id: (event) => `${textAt(event, 'channel')}:${textAt(event, 'ts')}`,
      sample: { type: 'message', channel: 'C024BE91L', user: 'U2147483697', text: 'Live long and prosper', ts: '1355517523.000005' },
    }),
  },
})
