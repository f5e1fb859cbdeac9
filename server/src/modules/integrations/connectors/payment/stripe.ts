import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { bearer } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { timedHmac } from '../../kit/verify-call.ts'

const id = (title: string, prefix: string) =>
  z
    .string()
    .regex(/^[a-z]+_\w{1,200}$/, `An id looks like ${prefix}_…`)
    .meta({ title, description: `${prefix}_…` })
const amount = z.int().min(1).meta({ title: 'Amount', description: 'In the smallest unit of the currency, as cents' })

/** https://docs.stripe.com/api */
export const stripe = defineConnector({
  id: 'stripe',
  name: 'Stripe',
  category: 'Payment',
  description: 'Works with customers, payment links, payments and refunds, and starts workflows with events.',
  isPopular: true,
  baseUrl: 'https://api.stripe.com/v1',
  auth: [bearer({ label: 'Secret or restricted key', placeholder: 'rk_live_…', hint: 'Better a restricted key with what you use.' })],
  test: {
    request: { path: '/account' },
    account: (body) => at(body, 'settings.dashboard.display_name') ?? at(body, 'email') ?? at(body, 'id'),
  },
  actions: {
    create_customer: action({
      title: 'Create a customer',
      description: 'Creates a customer and answers it with its id.',
      input: z.object({
        email: z.email().optional().meta({ title: 'Email' }),
        name: z.string().max(256).optional().meta({ title: 'Name' }),
        phone: z.string().max(20).optional().meta({ title: 'Phone' }),
        description: z.string().max(500).optional().meta({ title: 'Description' }),
      }),
      method: 'POST',
      request: (form) => ({ path: '/customers', form }),
      identityHeader: 'idempotency-key',
      sample: { id: 'cus_NffrFeUfNV2Hib', email: 'ada@example.com', name: 'Ada' },
    }),
    find_customer: action({
      title: 'Find a customer by email',
      description: 'Answers the newest customer with this email address, or null.',
      input: z.object({ email: z.email().meta({ title: 'Email' }) }),
      method: 'GET',
      request: ({ email }) => ({ path: '/customers', query: { email, limit: 1 } }),
      read: (body) => at(body, 'data.0') ?? null,
      sample: { id: 'cus_NffrFeUfNV2Hib', email: 'ada@example.com' },
    }),
    create_payment_link: action({
      title: 'Create a payment link',
      description: 'Creates a link at which a price is paid, and answers its address.',
      input: z.object({ price: id('Price', 'price'), quantity: z.int().min(1).max(999_999).default(1).meta({ title: 'Quantity' }) }),
      method: 'POST',
      request: ({ price, quantity }) => ({
        path: '/payment_links',
        form: { 'line_items[0][price]': price, 'line_items[0][quantity]': quantity },
      }),
      identityHeader: 'idempotency-key',
      sample: { id: 'plink_1MoC3ULkdIwHu7ixZjtGpVl2', url: 'https://buy.stripe.com/test_cN25nr0iZ7bUa7meUY' },
    }),
    create_refund: action({
      title: 'Refund a payment',
      description: 'Refunds a payment, wholly or in part.',
      input: z.object({
        payment_intent: id('Payment', 'pi'),
        amount: amount.optional(),
        reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional().meta({ title: 'Reason' }),
      }),
      method: 'POST',
      request: (form) => ({ path: '/refunds', form }),
      identityHeader: 'idempotency-key',
      sample: { id: 're_1Nispe2eZvKYlo2Cd31jOCgZ', status: 'succeeded', amount: 1_000 },
    }),
    list_payments: action({
      title: 'List payments',
      description: 'Lists payments, the newest first.',
      input: z.object({
        customer: id('Customer', 'cus').optional(),
        limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: ({ customer, limit }) => ({ path: '/payment_intents', query: { customer, limit: Math.min(limit, 100) } }),
      pages: {
        items: (body) => listAt(body, 'data'),
        next: (body, request) => {
          const last = textAt(listAt(body, 'data').at(-1), 'id')
          return at(body, 'has_more') === true && last !== '' ? { ...request, query: { ...request.query, starting_after: last } } : null
        },
        limit: ({ limit }) => limit,
      },
      sample: { items: [{ id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', amount: 2_000, currency: 'usd', status: 'succeeded' }] },
    }),
  },
  triggers: {
    event: hookTrigger({
      title: 'Event',
      description: 'Starts with events of a kind, as payment_intent.succeeded.',
      input: z.object({ type: z.string().min(1).max(100).default('payment_intent.succeeded').meta({ title: 'Event' }) }),
      setup: 'Developers, Webhooks: this address with the events; the signing secret (whsec_…) goes here.',
      verify: timedHmac('stripe-signature'),
      items: ({ body }, { type }) => (at(body, 'type') === type ? [body] : []),
      id: (event) => textAt(event, 'id'),
      sample: { id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1', amount: 2_000 } } },
    }),
  },
})
