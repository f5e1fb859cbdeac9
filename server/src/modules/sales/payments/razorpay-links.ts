import { z } from 'zod'
import type { HttpOut } from '../../../platform/http-out/http-out.ts'
import { isMac, mac } from '../../../platform/signed-http/signatures.ts'
import { callProvider, parseJson } from '../../../platform/payments/call-provider.ts'
import type { CheckoutCall, HostedCheckout, PaidCheckout } from './hosted-checkout.ts'

const scheme = { hash: 'sha256', encoding: 'hex' } as const
const id = z.string().min(1).max(64)

const Link = z.object({
  id,
  short_url: z.url(),
  reference_id: z.string().max(64).nullish(),
  status: z.string().max(40),
  amount_paid: z.int().nullish(),
  currency: z.string().max(3),
  payments: z.array(z.object({ payment_id: id, amount: z.int(), status: z.string().max(40) })).nullish(),
})

const Call = z.object({
  event: z.literal('payment_link.paid'),
  payload: z.object({
    payment_link: z.object({ entity: z.object({ id, reference_id: z.string().min(1).max(64) }) }),
    payment: z.object({ entity: z.object({ id, amount: z.int().positive(), currency: z.string().max(3) }) }),
  }),
})

/** The webhook's signature: over the bytes as they came. */
export const signLinkCall = (webhookSecret: string, body: string): string => mac(scheme, webhookSecret, body)

/** A call of `payment_link.paid`; the sandbox speaks the same with its own secret. */
export function readLinkCall(webhookSecret: string, body: Uint8Array, signature: string | undefined): CheckoutCall {
  if (webhookSecret === '' || !isMac(signature, scheme, webhookSecret, body)) return null
  const call = Call.safeParse(parseJson(Buffer.from(body).toString('utf8')))
  if (!call.success) return { paid: null }
  const { payment_link: link, payment } = call.data.payload
  const { id: paymentId, amount, currency } = payment.entity
  return { paid: { checkoutId: link.entity.reference_id, paymentId, amount, currency } }
}

interface RazorpayAccount {
  keyId: string
  keySecret: string
  webhookSecret: string
  apiUrl: string
}

/** Payment links of Razorpay: a page of its own for UPI, cards and banks, without a script on ours. */
export function createRazorpayLinks(httpOut: Pick<HttpOut, 'fetch'>, account: RazorpayAccount): HostedCheckout {
  const authorization = `Basic ${Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')}`
  const url = `${account.apiUrl}/v1/payment_links`
  return {
    name: 'razorpay',
    open: async ({ id: reference, amount, currency, description, email, returnUrl, expiresAt }) => {
      const request = {
        amount,
        currency,
        reference_id: reference,
        description: description.slice(0, 2_000),
        ...(email ? { customer: { email } } : {}),
        notify: { email: false, sms: false },
        expire_by: Math.floor(expiresAt.getTime() / 1_000),
        callback_url: returnUrl,
        callback_method: 'get',
      }
      const headers = { authorization, 'content-type': 'application/json' }
      const link = await callProvider(httpOut, 'Razorpay', { url, method: 'POST', headers, body: JSON.stringify(request), reply: Link })
      return { providerId: link.id, url: link.short_url }
    },
    lookUp: async (providerId) => {
      const place = `${url}/${encodeURIComponent(providerId)}`
      return paidOf(await callProvider(httpOut, 'Razorpay', { url: place, method: 'GET', headers: { authorization }, reply: Link }))
    },
    readCall: (body, header) => readLinkCall(account.webhookSecret, body, header('x-razorpay-signature')),
  }
}

function paidOf({ status, reference_id: checkoutId, payments, currency }: z.output<typeof Link>): PaidCheckout | null {
  const payment = payments?.find((each) => each.status === 'captured')
  if (status !== 'paid' || !checkoutId || !payment) return null
  return { checkoutId, paymentId: payment.payment_id, amount: payment.amount, currency }
}
