import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { basic } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { twilioSignature } from '../../kit/verify-call.ts'

const phone = (title: string) =>
  z.string().min(3).max(60).meta({ title, description: 'As +14155552671; whatsapp:+14155552671 for WhatsApp' })

/** https://www.twilio.com/docs/usage/api */
export const twilio = defineConnector({
  id: 'twilio',
  name: 'Twilio',
  category: 'Communication',
  description: 'Sends SMS and WhatsApp messages, calls people, and starts workflows with their answers.',
  baseUrl: 'https://api.twilio.com/2010-04-01/Accounts/{accountSid}',
  auth: [basic({ user: { key: 'accountSid', label: 'Account SID', placeholder: 'AC…', kind: 'host' }, label: 'Auth token' })],
  test: { request: { path: '.json' }, account: (body) => at(body, 'friendly_name') },
  actions: {
    send_message: action({
      title: 'Send a message',
      description: 'Sends an SMS or WhatsApp message.',
      input: z.object({ to: phone('To'), from: phone('From'), body: z.string().min(1).max(1_600).meta({ title: 'Text', isLong: true }) }),
      method: 'POST',
      request: ({ to, from, body }) => ({ path: '/Messages.json', form: { To: to, From: from, Body: body } }),
      sample: { sid: 'SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', status: 'queued', to: '+15558675310' },
    }),
    make_call: action({
      title: 'Call and say a text',
      description: 'Calls a number and reads a text to whoever answers.',
      input: z.object({
        to: phone('To'),
        from: phone('From'),
        text: z.string().min(1).max(3_000).meta({ title: 'Text', isLong: true }),
        language: z.string().max(10).default('en-US').meta({ title: 'Language' }),
      }),
      method: 'POST',
      request: ({ to, from, text, language }) => ({
        path: '/Calls.json',
        form: { To: to, From: from, Twiml: `<Response><Say language="${escapeXml(language)}">${escapeXml(text)}</Say></Response>` },
      }),
      sample: { sid: 'CAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', status: 'queued' },
    }),
    get_message: action({
      title: 'Read a message',
      description: 'Answers a message with its status and price.',
      input: z.object({ sid: z.string().min(1).max(60).meta({ title: 'SID of the message' }) }),
      method: 'GET',
      request: ({ sid }) => ({ path: path`/Messages/${sid}.json` }),
      sample: { sid: 'SM1', status: 'delivered', body: 'Hello' },
    }),
    list_messages: action({
      title: 'List messages',
      description: 'Lists the newest messages to or from a number.',
      input: z.object({
        to: phone('To').optional(),
        from: phone('From').optional(),
        limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: ({ to, from, limit }) => ({ path: '/Messages.json', query: { To: to, From: from, PageSize: limit } }),
      read: (body) => listAt(body, 'messages'),
      sample: [{ sid: 'SM1', status: 'received', body: 'Hello' }],
    }),
  },
  triggers: {
    incoming_message: hookTrigger({
      title: 'Incoming message',
      description: 'Starts with each message that somebody sends to your number.',
      input: z.object({}),
      setup: 'Phone Numbers, your number, "A message comes in": this address as webhook, HTTP POST. The auth token goes here.',
      verify: twilioSignature,
      items: ({ body }) => (at(body, 'MessageSid') === undefined ? [] : [body]),
      id: (message) => textAt(message, 'MessageSid'),
      sample: { MessageSid: 'SM1', From: '+14017122661', To: '+15558675310', Body: 'Yes, please' },
    }),
  },
})

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
