import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { basic } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { hmacOfBody } from '../../kit/verify-call.ts'

const paymentId = z
  .string()
  .regex(/^pay_\w{1,40}$/, 'An id looks like pay_…')
  .meta({ title: 'Payment', description: 'pay_…' })
const amount = z.int().min(1).meta({ title: 'Amount', description: 'In the smallest unit of the currency, as paise' })
const currency = z.string().length(3).default('INR').meta({ title: 'Currency' })
const mostOnPage = 100

/** https://razorpay.com/docs/api */
export const razorpay = defineConnector({
  id: 'razorpay',
  name: 'Razorpay',
  category: 'Payment',
  description: 'Works with orders, payment links, payments and refunds, and starts workflows with events.',
  baseUrl: 'https://api.razorpay.com/v1',
  auth: [basic({ user: { key: 'keyId', label: 'Key id', placeholder: 'rzp_live_…' }, label: 'Key secret' })],
  errors: { message: (body) => at(body, 'error.description') },
  test: { request: { path: '/payments', query: { count: 1 } } },
  actions: {
    create_order: action({
      title: 'Create an order',
      description: 'Creates an order that is then paid at checkout.',
      input: z.object({ amount, currency, receipt: z.string().max(40).optional().meta({ title: 'Receipt' }) }),
      method: 'POST',
      request: (json) => ({ path: '/orders', json }),
      sample: { id: 'order_IluGWxBm9U8zJ8', amount: 50_000, status: 'created' },
    }),
    create_payment_link: action({
      title: 'Create a payment link',
      description: 'Creates a link, sends it to the customer where wanted, and answers its address.',
      input: z.object({
        amount,
        currency,
        description: z.string().max(2_048).optional().meta({ title: 'Description' }),
        name: z.string().max(200).optional().meta({ title: 'Name of the customer' }),
        email: z.email().optional().meta({ title: 'Email of the customer' }),
        contact: z.string().max(20).optional().meta({ title: 'Phone of the customer' }),
        notify: z.boolean().default(false).meta({ title: 'Send it to the customer' }),
      }),
      method: 'POST',
      request: ({ name, email, contact, notify, ...rest }) => ({
        path: '/payment_links',
        json: {
          ...rest,
          customer: { name, email, contact },
          notify: { email: notify && email !== undefined, sms: notify && contact !== undefined },
        },
      }),
      sample: { id: 'plink_ExjpAUN3gVHrPJ', short_url: 'https://rzp.io/i/nxrHnLJ', status: 'created' },
    }),
    get_payment: action({
      title: 'Read a payment',
      description: 'Answers a payment with its status.',
      input: z.object({ paymentId }),
      method: 'GET',
      request: (input) => ({ path: path`/payments/${input.paymentId}` }),
      sample: { id: 'pay_DG4ZdRK8ZnXC3k', amount: 100, currency: 'INR', status: 'captured' },
    }),
    list_payments: action({
      title: 'List payments',
      description: 'Lists payments, the newest first.',
      input: z.object({ limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }) }),
      method: 'GET',
      request: ({ limit }) => ({ path: '/payments', query: { count: Math.min(limit, mostOnPage), skip: 0 } }),
      pages: {
        items: (body) => listAt(body, 'items'),
        next: (body, request) =>
          listAt(body, 'items').length < Number(request.query?.['count'])
            ? null
            : { ...request, query: { ...request.query, skip: Number(request.query?.['skip']) + listAt(body, 'items').length } },
        limit: ({ limit }) => limit,
      },
      sample: { items: [{ id: 'pay_DG4ZdRK8ZnXC3k', amount: 100, status: 'captured' }] },
    }),
    create_refund: action({
      title: 'Refund a payment',
      description: 'Refunds a captured payment, wholly or in part.',
      input: z.object({ paymentId, amount: amount.optional() }),
      method: 'POST',
      request: (input) => ({
        path: path`/payments/${input.paymentId}/refund`,
        json: input.amount === undefined ? {} : { amount: input.amount },
      }),
      sample: { id: 'rfnd_FP8QHiV938haTz', status: 'processed' },
    }),
  },
  triggers: {
    event: hookTrigger({
      title: 'Event',
      description: 'Starts with events of a kind, as payment.captured.',
      input: z.object({ event: z.string().min(1).max(100).default('payment.captured').meta({ title: 'Event' }) }),
      setup: 'Account & Settings, Webhooks: this address with the events, and a secret that goes here too.',
      verify: hmacOfBody({ header: 'x-razorpay-signature' }),
      items: ({ headers, body }, input) =>
        at(body, 'event') === input.event ? [{ eventId: headers['x-razorpay-event-id'], ...(body as object) }] : [],
      id: (item) => textAt(item, 'eventId'),
      sample: { eventId: 'ev1', event: 'payment.captured', payload: { payment: { entity: { id: 'pay_1', amount: 100 } } } },
    }),
  },
})
