import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { check, connectionOf, poll, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { discord } from './discord.ts'
import { teams } from './teams.ts'
import { telegram } from './telegram.ts'
import { twilio } from './twilio.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

describe('Microsoft Teams', () => {
  const webhookUrl = 'https://acme.logic.azure.com/workflows/7/triggers/manual/paths/invoke?sig=secret-signature'
  const sent = 'POST https://acme.logic.azure.com/workflows/7/triggers/manual/paths/invoke'
  const card = (body: object[]) => ({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: { body } }],
  })
  testConnector(() => stub, {
    connector: teams,
    fields: { webhookUrl },
    refused: {
      status: 401,
      body: { error: { code: 'DirectApiAuthorizationRequired', message: 'The request signature is wrong.' } },
      message: '401: The request',
    },
    actions: {
      send_message: {
        input: { text: 'New **lead**' },
        answers: [{ status: 202, body: '' }],
        output: { accepted: true },
        sent,
        query: { sig: 'secret-signature' },
        body: card([{ type: 'TextBlock', text: 'New **lead**', wrap: true }]),
      },
      send_card: {
        input: { title: 'Lead', text: 'Ada', facts: { Budget: '5,000' }, url: 'https://imperium.example/' },
        answers: [{ status: 202, body: '' }],
        output: { accepted: true },
        sent,
        body: card([
          { text: 'Lead', weight: 'Bolder' },
          { text: 'Ada' },
          { type: 'FactSet', facts: [{ title: 'Budget', value: '5,000' }] },
        ]),
      },
    },
  })
  test('names the host of its webhook without calling it, which would post a message', async () => {
    stub.respond({})
    expect(await check(stub, connectionOf(teams, { webhookUrl }))).toBe('acme.logic.azure.com')
    await expect(check(stub, connectionOf(teams, { webhookUrl: 'http://acme.example' }))).rejects.toThrow('https://')
    expect(stub.requests).toEqual([])
  })
})

describe('Discord', () => {
  const api = 'https://discord.com/api/v10'
  testConnector(() => stub, {
    connector: discord,
    fields: { apiKey: 'MTk4.bot-token' },
    check: {
      answer: { body: { id: '80351110224678912', username: 'Nelly' } },
      account: 'Nelly',
      sent: `GET ${api}/users/@me`,
      headers: { authorization: 'Bot MTk4.bot-token' },
    },
    refused: { status: 403, body: { message: 'Missing Access', code: 50001 }, message: '403: Missing Access' },
    actions: {
      send_message: {
        input: { channelId: '290926798999357250', content: 'Supa Hot' },
        sent: `POST ${api}/channels/290926798999357250/messages`,
        body: { content: 'Supa Hot', allowed_mentions: { parse: ['users', 'roles'] } },
      },
      add_reaction: {
        input: { channelId: '290926798999357250', messageId: '334385199974967042', emoji: '🔥' },
        answers: [{ status: 200, body: '' }],
        output: { done: true },
        sent: `PUT ${api}/channels/290926798999357250/messages/334385199974967042/reactions/%F0%9F%94%A5/@me`,
      },
      list_channels: { input: { guildId: '41771983423143937' }, sent: `GET ${api}/guilds/41771983423143937/channels` },
    },
    polls: {
      new_message: {
        input: { channelId: '290926798999357250' },
        before: '100',
        answers: [
          {
            body: [
              { id: '104', content: 'bot', author: { bot: true } },
              { id: '103', content: 'b' },
              { id: '102', content: 'bot', author: { bot: true } },
              { id: '101', content: 'a' },
            ],
          },
        ],
        ids: ['103', '101'],
        cursor: '104',
        sent: `GET ${api}/channels/290926798999357250/messages`,
        query: { after: '100', limit: '100' },
      },
    },
  })
})

test('Discord and Telegram: a full page is followed by the next at once', async () => {
  const full = Array.from({ length: 100 }, (_, at) => ({ id: String(1_000 - at), update_id: at }))
  stub.respond({ body: full })
  const messages = await poll(stub, connectionOf(discord, { apiKey: 'MTk4' }), 'new_message', { channelId: '290926798999357250' }, '900')
  expect([messages.items.length, messages.cursor, messages.isMore]).toEqual([100, '1000', true])
  stub.respond({ body: { ok: true, result: full } })
  const updates = await poll(stub, connectionOf(telegram, { apiKey: '1:A' }), 'new_message', {}, '0')
  expect([updates.items.length, updates.cursor, updates.isMore]).toEqual([100, '100', true])
})

describe('Telegram', () => {
  const api = 'https://api.telegram.org/bot123456:ABC-DEF'
  testConnector(() => stub, {
    connector: telegram,
    fields: { apiKey: '123456:ABC-DEF' },
    check: {
      answer: { body: { ok: true, result: { id: 123456, is_bot: true, username: 'acme_bot' } } },
      account: 'acme_bot',
      sent: `GET ${api}/getMe`,
    },
    refused: { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' }, message: 'chat not found' },
    actions: {
      send_message: {
        input: { chat_id: 7, text: 'Hello' },
        answers: [{ body: { ok: true, result: { message_id: 42 } } }],
        output: { message_id: 42 },
        sent: `POST ${api}/sendMessage`,
        body: { chat_id: '7', text: 'Hello' },
      },
      send_photo: {
        input: { chat_id: '@acme', photo: 'https://acme.example/1.png' },
        answers: [{ body: { ok: true, result: { message_id: 43 } } }],
        output: { message_id: 43 },
        sent: `POST ${api}/sendPhoto`,
        body: { chat_id: '@acme', photo: 'https://acme.example/1.png' },
      },
      get_chat: {
        input: { chat_id: '-1001234' },
        answers: [{ body: { ok: true, result: { id: -1001234, title: 'Support' } } }],
        output: { id: -1001234, title: 'Support' },
        sent: `GET ${api}/getChat`,
        query: { chat_id: '-1001234' },
      },
    },
    polls: {
      new_message: {
        before: '10000',
        answers: [
          {
            body: {
              ok: true,
              result: [
                { update_id: 10000, message: { text: 'a' } },
                { update_id: 10001, message: { text: 'b' } },
              ],
            },
          },
        ],
        ids: ['10000', '10001'],
        cursor: '10002',
        sent: `GET ${api}/getUpdates`,
        query: { offset: '10000', allowed_updates: '["message"]' },
      },
    },
  })
})

describe('Twilio', () => {
  const api = 'https://api.twilio.com/2010-04-01/Accounts/AC123'
  const authorization = `Basic ${Buffer.from('AC123:auth-token').toString('base64')}`
  testConnector(() => stub, {
    connector: twilio,
    fields: { accountSid: 'AC123', apiKey: 'auth-token' },
    check: {
      answer: { body: { sid: 'AC123', friendly_name: 'Acme' } },
      account: 'Acme',
      sent: `GET ${api}.json`,
      headers: { authorization },
    },
    refused: { status: 400, body: { code: 21211, message: "The 'To' number is not valid.", status: 400 }, message: "400: The 'To' number" },
    actions: {
      send_message: {
        input: { to: '+15558675310', from: '+15017122661', body: 'Hi there' },
        sent: `POST ${api}/Messages.json`,
        body: { To: '+15558675310', From: '+15017122661', Body: 'Hi there' },
      },
      make_call: {
        input: { to: '+15558675310', from: '+15017122661', text: 'Cats & <dogs>' },
        sent: `POST ${api}/Calls.json`,
        body: { Twiml: '<Response><Say language="en-US">Cats &amp; &lt;dogs&gt;</Say></Response>' },
      },
      get_message: { input: { sid: 'SM1' }, sent: `GET ${api}/Messages/SM1.json` },
      list_messages: {
        input: { from: '+15558675310', limit: 5 },
        answers: [{ body: { messages: [{ sid: 'SM1' }], page: 0 } }],
        output: [{ sid: 'SM1' }],
        sent: `GET ${api}/Messages.json`,
        query: { From: '+15558675310', PageSize: '5' },
      },
    },
    hooks: {
      incoming_message: {
        body: { MessageSid: 'SM1', From: '+14017122661', Body: 'Yes, please' },
        isForm: true,
        sign: (body, secret, url) => {
          const sorted = [...new URLSearchParams(body)].toSorted(([a], [b]) => a.localeCompare(b)).flat()
          return {
            'x-twilio-signature': createHmac('sha1', secret)
              .update(url + sorted.join(''))
              .digest('base64'),
          }
        },
        ids: ['SM1'],
        other: { CallSid: 'CA1' },
      },
    },
  })
})
