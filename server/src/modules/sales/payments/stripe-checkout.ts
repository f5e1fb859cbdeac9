import { z } from 'zod'
import type { HttpOut } from '../../../platform/http-out/http-out.ts'
import { isTimedHmac } from '../../../platform/signed-http/schemes.ts'
import { callProvider, parseJson } from '../../../platform/payments/call-provider.ts'
import type { CheckoutCall, HostedCheckout, PaidCheckout } from './hosted-checkout.ts'

const api = 'https://api.stripe.com/v1/checkout/sessions'

const Session = z.object({
  id: z.string().min(1).max(255),
  url: z.url().nullish(),
  client_reference_id: z.string().max(200).nullish(),
  payment_status: z.string().max(40),
  payment_intent: z.string().max(255).nullish(),
  amount_total: z.int().nullish(),
  currency: z.string().max(3).nullish(),
})
const Call = z.object({ type: z.string().max(100), data: z.object({ object: Session }) })
const paidEvents = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])

function paidOf(session: z.output<typeof Session>): PaidCheckout | null {
  const { client_reference_id: checkoutId, payment_status, payment_intent: paymentId, amount_total: amount, currency } = session
  if (payment_status !== 'paid' || !checkoutId || !paymentId || !amount || !currency) return null
  return { checkoutId, paymentId, amount, currency: currency.toUpperCase() }
}

function readCall(webhookSecret: string, body: Uint8Array, signature: string | undefined, now: Date): CheckoutCall {
  if (!isTimedHmac(signature, webhookSecret, body, now)) return null
  const call = Call.safeParse(parseJson(Buffer.from(body).toString('utf8')))
  return { paid: call.success && paidEvents.has(call.data.type) ? paidOf(call.data.data.object) : null }
}

interface StripeAccount {
  secretKey: string
  webhookSecret: string
}

/** Checkout sessions of Stripe: a page of its own, without a script on ours. */
export function createStripeCheckout(httpOut: Pick<HttpOut, 'fetch'>, { secretKey, webhookSecret }: StripeAccount): HostedCheckout {
  const authorization = `Bearer ${secretKey}`
  return {
    name: 'stripe',
    open: async ({ id, amount, currency, description, email, returnUrl }) => {
      const form = new URLSearchParams({
        mode: 'payment',
        client_reference_id: id,
        success_url: returnUrl,
        cancel_url: returnUrl,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(amount),
        'line_items[0][price_data][product_data][name]': description.slice(0, 250),
        ...(email ? { customer_email: email } : {}),
      })
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': id }
      const session = await callProvider(httpOut, 'Stripe', { url: api, method: 'POST', headers, body: form.toString(), reply: Session })
      if (!session.url) throw new Error('Stripe made a checkout without a page')
      return { providerId: session.id, url: session.url }
    },
    lookUp: async (providerId) => {
      const url = `${api}/${encodeURIComponent(providerId)}`
      return paidOf(await callProvider(httpOut, 'Stripe', { url, method: 'GET', headers: { authorization }, reply: Session }))
    },
    readCall: (body, header, now) => readCall(webhookSecret, body, header('stripe-signature'), now),
  }
}
