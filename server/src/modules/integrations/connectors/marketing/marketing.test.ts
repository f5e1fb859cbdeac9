import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { googleAnalytics } from '../analytics/google-analytics.ts'
import { posthog } from '../analytics/posthog.ts'
import { calendly } from '../productivity/calendly.ts'
import { typeform } from '../productivity/typeform.ts'
import { mailchimp } from './mailchimp.ts'
import { sendgrid } from './sendgrid.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

describe('SendGrid', () => {
  const api = 'https://api.sendgrid.com/v3'
  const email = 'ada@example.com'
  testConnector(() => stub, {
    connector: sendgrid,
    fields: { apiKey: 'SG.1' },
    check: {
      answer: { body: { scopes: ['mail.send'] } },
      account: null,
      sent: `GET ${api}/scopes`,
      headers: { authorization: 'Bearer SG.1' },
    },
    refused: {
      status: 403,
      body: { errors: [{ message: 'The from address does not match a verified Sender Identity.', field: 'from' }] },
      message: '403: The from address',
    },
    actions: {
      send_email: {
        input: { to: email, from: 'me@example.com', subject: 'Hi', text: 'Hello' },
        answers: [{ status: 202, headers: { 'x-message-id': 'm1' }, body: '' }],
        output: { messageId: 'm1' },
        sent: `POST ${api}/mail/send`,
        body: {
          personalizations: [{ to: [{ email }] }],
          from: { email: 'me@example.com' },
          subject: 'Hi',
          content: [{ type: 'text/plain', value: 'Hello' }],
        },
      },
      save_contact: {
        input: { email, first_name: 'Ada', listIds: ['l1'] },
        sent: `PUT ${api}/marketing/contacts`,
        body: { list_ids: ['l1'], contacts: [{ email, first_name: 'Ada' }] },
      },
      list_lists: {
        answers: [{ body: { result: [{ id: 'l1' }], _metadata: {} } }],
        output: [{ id: 'l1' }],
        sent: `GET ${api}/marketing/lists`,
      },
      check_bounce: {
        input: { email },
        answers: [{ body: [{ email, reason: '550' }] }],
        output: { email, reason: '550' },
        sent: `GET ${api}/suppression/bounces/ada%40example.com`,
      },
    },
  })
})

describe('Mailchimp', () => {
  const api = 'https://us19.api.mailchimp.com/3.0'
  const input = { listId: '2d9bae7a35', email: 'Ada@Example.com' }
  const member = `${api}/lists/2d9bae7a35/members/${createHash('md5').update('ada@example.com').digest('hex')}`
  testConnector(() => stub, {
    connector: mailchimp,
    fields: { apiKey: 'key-us19', server: 'us19' },
    check: {
      answer: { body: { account_id: '1', account_name: 'Acme' } },
      account: 'Acme',
      sent: `GET ${api}/`,
      headers: { authorization: `Basic ${Buffer.from('imperium:key-us19').toString('base64')}` },
    },
    refused: {
      status: 400,
      body: { type: 'about:blank', title: 'Member In Compliance State', status: 400, detail: 'ada@example.com was permanently deleted.' },
      message: 'permanently deleted',
    },
    actions: {
      save_member: {
        input: { ...input, mergeFields: { FNAME: 'Ada' } },
        sent: `PUT ${member}`,
        body: { email_address: 'Ada@Example.com', status_if_new: 'pending', merge_fields: { FNAME: 'Ada' } },
      },
      get_member: { input, sent: `GET ${member}` },
      unsubscribe: { input, sent: `PATCH ${member}`, body: { status: 'unsubscribed' } },
      tag_member: {
        input: { ...input, add: ['vip'], remove: ['cold'] },
        answers: [{ body: '' }],
        output: { done: true },
        sent: `POST ${member}/tags`,
        body: {
          tags: [
            { name: 'vip', status: 'active' },
            { name: 'cold', status: 'inactive' },
          ],
        },
      },
      list_audiences: { answers: [{ body: { lists: [{ id: '2d9bae7a35' }] } }], output: [{ id: '2d9bae7a35' }], sent: `GET ${api}/lists` },
    },
    polls: {
      new_member: {
        input: { listId: '2d9bae7a35' },
        before: '2026-11-24T09:00:00+00:00',
        // A whole page of one second, and what comes after it.
        answers: [
          {
            body: { members: Array.from({ length: 200 }, (_, index) => ({ id: `i${index}`, timestamp_opt: '2026-11-24T10:00:00+00:00' })) },
          },
          { body: { members: [{ id: 'm1', timestamp_opt: '2026-11-24T10:00:01+00:00' }] } },
        ],
        ids: ['m1', ...Array.from({ length: 200 }, (_, index) => `i${index}`)],
        sent: `GET ${api}/lists/2d9bae7a35/members`,
        query: { since_timestamp_opt: '2026-11-24T08:59:59+00:00', sort_dir: 'ASC', offset: '200' },
      },
    },
  })
})

describe('Typeform', () => {
  const api = 'https://api.typeform.com'
  testConnector(() => stub, {
    connector: typeform,
    fields: { apiKey: 'tfp_1' },
    check: { answer: { body: { alias: 'Ada', email: 'ada@example.com' } }, account: 'ada@example.com', sent: `GET ${api}/me` },
    refused: {
      status: 404,
      body: { code: 'FORM_NOT_FOUND', description: 'Non existing form with uid abc' },
      message: '404: Non existing form',
    },
    actions: {
      list_forms: {
        answers: [{ body: { total_items: 1, items: [{ id: 'u6nXL7' }] } }],
        output: [{ id: 'u6nXL7' }],
        sent: `GET ${api}/forms`,
      },
      get_form: { input: { formId: 'u6nXL7' }, sent: `GET ${api}/forms/u6nXL7` },
      list_responses: {
        input: { formId: 'u6nXL7', since: '2026-11-24T00:00:00Z' },
        answers: [{ body: { items: [{ response_id: 'r1' }] } }],
        output: [{ response_id: 'r1' }],
        sent: `GET ${api}/forms/u6nXL7/responses`,
        query: { since: '2026-11-24T00:00:00Z', page_size: '50' },
      },
    },
    hooks: {
      new_response: {
        input: { formId: 'u6nXL7' },
        body: { event_id: 'ev1', event_type: 'form_response', form_response: { form_id: 'u6nXL7', token: 'r1' } },
        sign: (body, secret) => ({ 'typeform-signature': `sha256=${createHmac('sha256', secret).update(body).digest('base64')}` }),
        ids: ['r1'],
        other: { event_type: 'form_response', form_response: { form_id: 'other', token: 'r2' } },
      },
    },
  })
})

describe('Calendly', () => {
  const api = 'https://api.calendly.com'
  const me = { body: { resource: { uri: `${api}/users/AAAA`, email: 'ada@example.com' } } }
  testConnector(() => stub, {
    connector: calendly,
    fields: { apiKey: 'eyJ-key' },
    check: { answer: me, account: 'ada@example.com', sent: `GET ${api}/users/me` },
    refused: { status: 401, body: { title: 'Unauthenticated', message: 'The access token is invalid' }, message: '401: The access token' },
    actions: {
      list_event_types: {
        answers: [me, { body: { collection: [{ name: '30 minutes' }] } }],
        output: [{ name: '30 minutes' }],
        sent: `GET ${api}/event_types`,
        query: { user: `${api}/users/AAAA` },
      },
      list_events: {
        answers: [me, { body: { collection: [{ name: 'Demo' }] } }],
        output: [{ name: 'Demo' }],
        sent: `GET ${api}/scheduled_events`,
        query: { user: `${api}/users/AAAA`, status: 'active', sort: 'start_time:asc' },
      },
      list_invitees: {
        input: { eventId: `${api}/scheduled_events/GBGB` },
        answers: [{ body: { collection: [{ name: 'Ada' }] } }],
        output: [{ name: 'Ada' }],
        sent: `GET ${api}/scheduled_events/GBGB/invitees`,
      },
      create_link: {
        input: { eventType: `${api}/event_types/AAAA` },
        answers: [{ body: { resource: { booking_url: 'https://calendly.com/s/1' } } }],
        output: { booking_url: 'https://calendly.com/s/1' },
        sent: `POST ${api}/scheduling_links`,
        body: { max_event_count: 1, owner_type: 'EventType' },
      },
      cancel_event: {
        input: { eventId: 'GBGB', reason: 'Ill' },
        answers: [{ body: { resource: { reason: 'Ill' } } }],
        output: { reason: 'Ill' },
        sent: `POST ${api}/scheduled_events/GBGB/cancellation`,
        body: { reason: 'Ill' },
      },
    },
    hooks: {
      booking: {
        body: { event: 'invitee.created', payload: { uri: 'u1' } },
        sign: (body, secret) => {
          const seconds = Math.floor(Date.now() / 1000)
          return {
            'calendly-webhook-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
          }
        },
        ids: ['invitee.created:u1'],
        other: { event: 'invitee.canceled', payload: { uri: 'u1' } },
      },
    },
  })
})

describe('Google Analytics', () => {
  const api = 'https://www.google-analytics.com'
  const query = { measurement_id: 'G-1', api_secret: 'secret-1' }
  testConnector(() => stub, {
    connector: googleAnalytics,
    fields: { apiKey: 'secret-1', measurementId: 'G-1' },
    check: { answer: { body: { validationMessages: [] } }, account: 'G-1', sent: `POST ${api}/debug/mp/collect`, query },
    refused: { status: 413, body: 'Too large', message: '413: Too large' },
    actions: {
      send_event: {
        input: { client_id: '1.2', name: 'sign_up', params: { plan: 'team' } },
        answers: [{ body: '' }],
        output: { sent: true },
        sent: `POST ${api}/mp/collect`,
        query,
        body: { client_id: '1.2', events: [{ name: 'sign_up', params: { plan: 'team' } }] },
      },
      send_purchase: {
        input: { client_id: '1.2', transaction_id: 't1', value: '9.5', currency: 'EUR' },
        answers: [{ body: '' }],
        output: { sent: true },
        sent: `POST ${api}/mp/collect`,
        body: { events: [{ name: 'purchase', params: { transaction_id: 't1', value: 9.5, currency: 'EUR' } }] },
      },
      check_event: {
        input: { client_id: '1.2', name: 'sign_up' },
        answers: [{ body: { validationMessages: [{ validationCode: 'NAME_INVALID' }] } }],
        output: [{ validationCode: 'NAME_INVALID' }],
        sent: `POST ${api}/debug/mp/collect`,
      },
    },
  })
})

describe('PostHog', () => {
  const api = 'https://eu.i.posthog.com'
  testConnector(() => stub, {
    connector: posthog,
    fields: { apiKey: 'phc_key', host: `${api}/` },
    check: { answer: { body: { flags: {} } }, account: null, sent: `POST ${api}/flags`, query: { v: '2' }, body: { api_key: 'phc_key' } },
    refused: {
      status: 401,
      body: { type: 'authentication_error', code: 'invalid_api_key', detail: 'Project API key invalid.' },
      message: '401: Project API key invalid.',
    },
    actions: {
      capture_event: {
        input: { event: 'signed up', distinctId: 'ada', properties: { plan: 'team' } },
        answers: [{ body: { status: 1 } }],
        sent: `POST ${api}/i/v0/e/`,
        body: { api_key: 'phc_key', event: 'signed up', distinct_id: 'ada', properties: { plan: 'team' } },
      },
      set_person: {
        input: { distinctId: 'ada', properties: { plan: 'team' } },
        answers: [{ body: { status: 1 } }],
        sent: `POST ${api}/i/v0/e/`,
        body: { event: '$set', properties: { $set: { plan: 'team' }, $set_once: {} } },
      },
      get_flags: {
        input: { distinctId: 'ada' },
        answers: [{ body: { flags: { a: { enabled: true } } } }],
        output: { a: { enabled: true } },
        sent: `POST ${api}/flags`,
        body: { distinct_id: 'ada' },
      },
    },
  })
})
