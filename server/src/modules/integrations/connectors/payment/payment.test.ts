import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { act, connectionOf, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { razorpay } from './razorpay.ts'
import { shopify } from './shopify.ts'
import { stripe } from './stripe.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const hmac = (secret: string, body: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', secret).update(body).digest(encoding)

describe('Stripe', () => {
  const api = 'https://api.stripe.com/v1'
  const headers = { 'idempotency-key': 'test-identity' }
  testConnector(() => stub, {
    connector: stripe,
    fields: { apiKey: 'rk_test_1' },
    check: {
      answer: { body: { id: 'acct_1', settings: { dashboard: { display_name: 'Acme' } } } },
      account: 'Acme',
      sent: `GET ${api}/account`,
      headers: { authorization: 'Bearer rk_test_1' },
    },
    refused: {
      status: 402,
      body: { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
      message: '402: Your card',
    },
    actions: {
      create_customer: {
        input: { email: 'ada@example.com', name: 'Ada' },
        sent: `POST ${api}/customers`,
        headers,
        body: { email: 'ada@example.com', name: 'Ada' },
      },
      find_customer: {
        input: { email: 'ada@example.com' },
        answers: [{ body: { object: 'list', data: [] } }],
        output: null,
        sent: `GET ${api}/customers`,
        query: { email: 'ada@example.com', limit: '1' },
      },
      create_payment_link: {
        input: { price: 'price_1' },
        sent: `POST ${api}/payment_links`,
        headers,
        body: { 'line_items[0][price]': 'price_1', 'line_items[0][quantity]': '1' },
      },
      create_refund: {
        input: { payment_intent: 'pi_1', amount: '1000' },
        sent: `POST ${api}/refunds`,
        headers,
        body: { payment_intent: 'pi_1', amount: '1000' },
      },
      list_payments: {
        input: { limit: 2 },
        answers: [{ body: { data: [{ id: 'pi_2' }], has_more: true } }, { body: { data: [{ id: 'pi_1' }], has_more: false } }],
        output: { items: [{ id: 'pi_2' }, { id: 'pi_1' }] },
        sent: `GET ${api}/payment_intents`,
        query: { starting_after: 'pi_2' },
      },
    },
    hooks: {
      event: {
        body: { id: 'evt_1', type: 'payment_intent.succeeded' },
        sign: (body, secret) => {
          const seconds = Math.floor(Date.now() / 1000)
          return { 'stripe-signature': `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`)},v0=old` }
        },
        ids: ['evt_1'],
        other: { id: 'evt_2', type: 'charge.failed' },
      },
    },
  })
})

describe('Razorpay', () => {
  const api = 'https://api.razorpay.com/v1'
  testConnector(() => stub, {
    connector: razorpay,
    fields: { keyId: 'rzp_test_1', apiKey: 'secret' },
    check: {
      answer: { body: { entity: 'collection', count: 0, items: [] } },
      account: null,
      sent: `GET ${api}/payments`,
      headers: { authorization: `Basic ${Buffer.from('rzp_test_1:secret').toString('base64')}` },
    },
    refused: {
      status: 400,
      body: { error: { code: 'BAD_REQUEST_ERROR', description: 'Order amount less than minimum' } },
      message: '400: Order amount',
    },
    actions: {
      create_order: {
        input: { amount: 50_000, receipt: 'r1' },
        sent: `POST ${api}/orders`,
        body: { amount: 50_000, currency: 'INR', receipt: 'r1' },
      },
      create_payment_link: {
        input: { amount: 1_000, email: 'ada@example.com', notify: true },
        sent: `POST ${api}/payment_links`,
        body: { customer: { email: 'ada@example.com' }, notify: { email: true, sms: false } },
      },
      get_payment: { input: { paymentId: 'pay_1' }, sent: `GET ${api}/payments/pay_1` },
      list_payments: {
        input: { limit: 1 },
        answers: [{ body: { items: [{ id: 'pay_1' }] } }],
        output: { items: [{ id: 'pay_1' }] },
        sent: `GET ${api}/payments`,
        query: { count: '1', skip: '0' },
      },
      create_refund: { input: { paymentId: 'pay_1', amount: 100 }, sent: `POST ${api}/payments/pay_1/refund`, body: { amount: 100 } },
    },
    hooks: {
      event: {
        headers: { 'x-razorpay-event-id': 'ev1' },
        body: { event: 'payment.captured', payload: {} },
        sign: (body, secret) => ({ 'x-razorpay-signature': hmac(secret, body) }),
        ids: ['ev1'],
        other: { event: 'payment.failed' },
      },
    },
  })
})

describe('Shopify', () => {
  const sent = 'POST https://acme.myshopify.com/admin/api/2026-07/graphql.json'
  const fields = { apiKey: 'shpat_1', shop: 'acme' }
  const order = 'gid://shopify/Order/7'
  testConnector(() => stub, {
    connector: shopify,
    fields,
    check: {
      answer: { body: { data: { shop: { name: 'Acme' } } } },
      account: 'Acme',
      sent,
      headers: { 'x-shopify-access-token': 'shpat_1' },
    },
    refused: { status: 401, body: { errors: '[API] Invalid API key or access token' }, message: '401: [API] Invalid API key' },
    actions: {
      list_orders: {
        input: { search: 'financial_status:paid' },
        answers: [
          { body: { data: { orders: { nodes: [{ id: 'o2' }], pageInfo: { hasNextPage: true, endCursor: 'c2' } } } } },
          { body: { data: { orders: { nodes: [{ id: 'o1' }], pageInfo: { hasNextPage: false } } } } },
        ],
        output: { items: [{ id: 'o2' }, { id: 'o1' }] },
        sent,
        body: { variables: { first: 50, query: 'financial_status:paid', after: 'c2' } },
      },
      get_order: {
        input: { id: 7 },
        answers: [{ body: { data: { order: { id: order } } } }],
        output: { id: order },
        sent,
        body: { variables: { id: order } },
      },
      list_products: {
        answers: [{ body: { data: { products: { nodes: [{ id: 'p1' }], pageInfo: { hasNextPage: false } } } } }],
        output: { items: [{ id: 'p1' }] },
        sent,
      },
      create_customer: {
        input: { email: 'ada@example.com' },
        answers: [{ body: { data: { customerCreate: { customer: { id: 'c1' }, userErrors: [] } } } }],
        output: { id: 'c1' },
        sent,
        body: { variables: { input: { email: 'ada@example.com' } } },
      },
      add_order_tags: {
        input: { id: order, tags: ['vip'] },
        answers: [{ body: { data: { tagsAdd: { node: { id: order }, userErrors: [] } } } }],
        output: { id: order },
        sent,
        body: { variables: { id: order, tags: ['vip'] } },
      },
    },
    hooks: {
      new_order: {
        headers: { 'x-shopify-topic': 'orders/create' },
        body: { id: 820982911, name: '#9999' },
        sign: (body, secret) => ({ 'x-shopify-hmac-sha256': hmac(secret, body, 'base64') }),
        ids: ['820982911'],
        other: {},
      },
    },
  })
  test('a wrong value fails, although the status is 200', async () => {
    stub.respond({
      body: { data: { customerCreate: { customer: null, userErrors: [{ field: ['email'], message: 'Email has already been taken' }] } } },
    })
    await expect(act(stub, connectionOf(shopify, fields), 'create_customer', { email: 'ada@example.com' })).rejects.toThrow(
      'already been taken',
    )
  })
})
