import { z } from 'zod'
import { callProvider, parseJson } from '../../../platform/payments/call-provider.ts'
import type { HttpOut } from '../../../platform/http-out/http-out.ts'
import { isTimedHmac } from '../../../platform/signed-http/schemes.ts'
import type { Clock } from '../../../platform/clock.ts'
import { NoMandate } from './provider.ts'
import type { PaymentProvider, PaymentReport, ProviderCall, RefundReport } from './provider.ts'

export interface StripeAccount {
  secretKey: string
  webhookSecret: string
  apiUrl: string
}

const id = z.string().min(1).max(255)
const Session = z.object({
  id,
  url: z.string().nullish(),
  amount_total: z.int().nullish(),
  currency: z.string().max(3).nullish(),
  payment_status: z.string(),
  payment_intent: id.nullish(),
})
const Refund = z.object({
  id,
  status: z.string().nullish(),
  amount: z.int().positive(),
  currency: z.string().max(3),
  payment_intent: id.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const Intent = z.object({
  id,
  status: z.string(),
  amount: z.int(),
  currency: z.string().max(3),
  customer: id.nullish(),
  payment_method: id.nullish(),
})
const Event = z.object({ id, type: z.string().max(100), data: z.object({ object: z.unknown() }) })

const sessionKinds: Readonly<Record<string, PaymentReport['kind']>> = {
  'checkout.session.completed': 'captured',
  'checkout.session.async_payment_succeeded': 'captured',
  'checkout.session.async_payment_failed': 'failed',
}

/** Stripe with its hosted checkout: people pay on its page, so nothing of it is loaded into ours. */
export function createStripe(httpOut: HttpOut, clock: Clock, account: StripeAccount): PaymentProvider {
  const authorization = `Bearer ${account.secretKey}`
  const send = <T>(path: string, reply: z.ZodType<T>, fields: Record<string, string>, key: string): Promise<T> =>
    callProvider(httpOut, 'Stripe', {
      url: `${account.apiUrl}/v1${path}`,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key },
      body: new URLSearchParams(fields).toString(),
      reply,
    })
  const findIntent = (intentId: string) =>
    callProvider(httpOut, 'Stripe', {
      url: `${account.apiUrl}/v1/payment_intents/${encodeURIComponent(intentId)}`,
      method: 'GET',
      headers: { authorization },
      reply: Intent,
    })
  return {
    name: 'stripe',
    keyId: '',
    createOrder: async ({ amount, currency, receipt, description, returnUrl, keepsMandate = false }) => {
      const fields: Record<string, string> = {
        ...(keepsMandate ? { customer_creation: 'always', 'payment_intent_data[setup_future_usage]': 'off_session' } : {}),
        mode: 'payment',
        client_reference_id: receipt,
        success_url: `${returnUrl}?paid=${receipt}`,
        cancel_url: returnUrl,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(amount),
        'line_items[0][price_data][product_data][name]': description,
      }
      const made = await send('/checkout/sessions', Session, fields, receipt)
      if (made.amount_total !== amount || made.currency?.toUpperCase() !== currency)
        throw new Error('Stripe made a session of another amount')
      return { orderId: made.id, url: made.url ?? null }
    },
    // Its page hands over no signature: the webhook proves the payment.
    isPaymentSigned: () => false,
    readCall: (body, header) => readCall(account, clock, body, header('stripe-signature')),
    findPayment: async ({ orderId }) => {
      if (orderId.startsWith('pi_')) return paidIntent(await findIntent(orderId))
      const url = `${account.apiUrl}/v1/checkout/sessions/${encodeURIComponent(orderId)}`
      const session = await callProvider(httpOut, 'Stripe', { url, method: 'GET', headers: { authorization }, reply: Session })
      return session.payment_status === 'paid' ? toPayment(session, 'captured') : null
    },
    byMandate: {
      createOrder: async ({ receipt, amount, currency, earlierPaymentId }) => {
        const { customer, payment_method: method } = await findIntent(earlierPaymentId)
        if (!customer || !method) throw new NoMandate('Stripe keeps no way of payment of this customer')
        const fields = {
          amount: String(amount),
          currency: currency.toLowerCase(),
          customer,
          payment_method: method,
          // Without it Stripe offers methods that need a page to come back to.
          'payment_method_types[]': 'card',
          'metadata[receipt]': receipt,
        }
        const made = await send('/payment_intents', Intent, fields, receipt)
        return { orderId: made.id }
      },
      pay: async ({ orderId, receipt }) =>
        paidIntent(
          await send(`/payment_intents/${encodeURIComponent(orderId)}/confirm`, Intent, { off_session: 'true' }, `${receipt}:confirm`),
        ),
    },
    refund: async ({ id: refundId, paymentId, amount }) => {
      const fields = { payment_intent: paymentId, amount: String(amount), 'metadata[refund]': refundId }
      const { id: providerRefundId, status } = await send('/refunds', Refund, fields, refundId)
      return { providerRefundId, status: statusOf(status) }
    },
    findRefund: async ({ providerRefundId }) => {
      const url = `${account.apiUrl}/v1/refunds/${encodeURIComponent(providerRefundId)}`
      const { status } = await callProvider(httpOut, 'Stripe', { url, method: 'GET', headers: { authorization }, reply: Refund })
      return { providerRefundId, status: statusOf(status) }
    },
  }
}

/** A payment intent is order and payment in one. */
const paidIntent = ({ id: intent, status, amount, currency }: z.output<typeof Intent>): PaymentReport | null =>
  status === 'succeeded'
    ? { kind: 'captured', orderId: intent, paymentId: intent, amount, currency: currency.toUpperCase(), failure: null }
    : null

const statusOf = (status: string | null | undefined) =>
  status === 'succeeded' ? ('done' as const) : status === 'failed' || status === 'canceled' ? ('failed' as const) : ('pending' as const)

function toPayment({ id: orderId, payment_intent: intent, amount_total, currency }: z.output<typeof Session>, kind: PaymentReport['kind']) {
  if (!intent || !amount_total || !currency) return null
  return { kind, orderId, paymentId: intent, amount: amount_total, currency: currency.toUpperCase(), failure: null }
}

function readCall({ webhookSecret }: StripeAccount, clock: Clock, body: Uint8Array, header: string | undefined): ProviderCall {
  if (!isTimedHmac(header, webhookSecret, body, clock.now())) return null
  const event = Event.safeParse(parseJson(Buffer.from(body).toString('utf8')))
  if (!event.success) return { eventId: 'unreadable', report: null }
  const { id: eventId, type, data } = event.data
  const kind = sessionKinds[type]
  if (kind) return { eventId, report: readSession(data.object, kind) }
  if (!type.startsWith('refund.') && type !== 'charge.refund.updated') return { eventId, report: null }
  const refund = readRefund(data.object)
  return refund ? { eventId, report: null, refund } : { eventId, report: null }
}

function readSession(object: unknown, kind: PaymentReport['kind']): PaymentReport | null {
  const session = Session.safeParse(object)
  if (!session.success) return null
  // A session that is complete may still wait for its money (a bank debit).
  if (kind === 'captured' && session.data.payment_status !== 'paid') return null
  return toPayment(session.data, kind)
}

function readRefund(object: unknown): RefundReport | null {
  const refund = Refund.safeParse(object)
  if (!refund.success) return null
  const { id: providerRefundId, status, amount, currency, payment_intent: paymentId, metadata } = refund.data
  const outcome = statusOf(status)
  if (!paymentId || outcome === 'pending') return null
  const refundId = metadata?.['refund'] ?? null
  return { status: outcome, providerRefundId, refundId, paymentId, amount, currency: currency.toUpperCase(), payment: null }
}
