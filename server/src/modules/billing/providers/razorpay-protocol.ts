import { parseJson } from '../../../platform/payments/call-provider.ts'
import { z } from 'zod'
import { isMac, mac } from '../../../platform/signed-http/signatures.ts'
import type { ReadHeader } from '../../../platform/signed-http/signatures.ts'
import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import type { PaymentReport, ProviderCall, RefundReport } from './provider.ts'

/** How Razorpay signs and words what it says; the sandbox does the same with its own keys. */
export interface RazorpaySecrets {
  keySecret: string
  webhookSecret: string
}

const scheme = { hash: 'sha256', encoding: 'hex' } as const

/** The checkout's signature: HMAC-SHA256 of `order|payment` with the key's secret. */
export const signPayment = ({ keySecret }: RazorpaySecrets, orderId: string, paymentId: string): string =>
  mac(scheme, keySecret, `${orderId}|${paymentId}`)

export const isPaymentSigned = ({ keySecret }: RazorpaySecrets, orderId: string, paymentId: string, signature: string): boolean =>
  isMac(signature, scheme, keySecret, `${orderId}|${paymentId}`)

/** The webhook's signature: over the bytes as they came. */
export const signCall = ({ webhookSecret }: RazorpaySecrets, body: string): string => mac(scheme, webhookSecret, body)

const Call = z.object({
  event: z.string().max(100),
  payload: z.object({
    payment: z.object({
      entity: z.object({
        id: z.string().min(1).max(64),
        order_id: z.string().min(1).max(64),
        amount: z.int().positive(),
        currency: z.string().max(3),
        error_description: z.string().max(500).nullish(),
        // Its tax included.
        fee: z.int().nonnegative().nullish(),
      }),
    }),
  }),
})

const RefundCall = z.object({
  event: z.enum(['refund.processed', 'refund.failed']),
  payload: z.object({
    refund: z.object({
      entity: z.object({
        id: z.string().min(1).max(64),
        payment_id: z.string().min(1).max(64),
        amount: z.int().positive(),
        currency: z.string().max(3),
        receipt: z.string().max(64).nullish(),
      }),
    }),
    payment: z
      .object({ entity: z.object({ order_id: z.string().min(1).max(64), amount: z.int().positive(), currency: z.string().max(3) }) })
      .optional(),
  }),
})

const kinds: Readonly<Record<string, PaymentReport['kind']>> = {
  'payment.captured': 'captured',
  'order.paid': 'captured',
  'payment.failed': 'failed',
}

export function readCall({ webhookSecret }: RazorpaySecrets, body: Uint8Array, header: ReadHeader): ProviderCall {
  if (!isMac(header('x-razorpay-signature'), scheme, webhookSecret, body)) return null
  const text = Buffer.from(body).toString('utf8')
  const given = header('x-razorpay-event-id')
  // Without an id the same bytes are the same call.
  const eventId = given && given.length <= 100 ? given : hashTokenHex(text)
  const refund = RefundCall.safeParse(parseJson(text))
  if (refund.success) return { eventId, report: null, refund: toRefund(refund.data) }
  const call = Call.safeParse(parseJson(text))
  const kind = call.success ? kinds[call.data.event] : undefined
  if (!call.success || !kind) return { eventId, report: null }
  const { id, order_id: orderId, amount, currency, error_description: failure, fee } = call.data.payload.payment.entity
  return { eventId, report: { kind, orderId, paymentId: id, amount, currency, failure: failure ?? null, ...(fee ? { fee } : {}) } }
}

function toRefund({ event, payload }: z.output<typeof RefundCall>): RefundReport {
  const { id, payment_id: paymentId, amount, currency, receipt } = payload.refund.entity
  const paid = payload.payment?.entity
  return {
    status: event === 'refund.processed' ? 'done' : 'failed',
    providerRefundId: id,
    refundId: receipt ?? null,
    paymentId,
    amount,
    currency,
    // A refund proves the payment: the call for the payment itself may come later.
    payment: paid
      ? { kind: 'captured', orderId: paid.order_id, paymentId, amount: paid.amount, currency: paid.currency, failure: null }
      : null,
  }
}
