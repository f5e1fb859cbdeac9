import { z } from 'zod'
import type { HttpOut } from '../../../platform/http-out/http-out.ts'
import { callProvider } from '../../../platform/payments/call-provider.ts'
import type { ProviderRequest } from '../../../platform/payments/call-provider.ts'
import type { MadeRefund, PaymentProvider } from './provider.ts'
import { isPaymentSigned, readCall } from './razorpay-protocol.ts'
import type { RazorpaySecrets } from './razorpay-protocol.ts'

const Order = z.object({ id: z.string().min(1).max(64), amount: z.int(), currency: z.string() })
const Payments = z.object({
  items: z.array(z.object({ id: z.string().min(1).max(64), amount: z.int(), currency: z.string(), status: z.string() })),
})
const Refund = z.object({ id: z.string().min(1).max(64), status: z.string() })

export interface RazorpayAccount extends RazorpaySecrets {
  keyId: string
  apiUrl: string
}

/** Razorpay itself, with the operator's keys. */
export function createRazorpay(httpOut: HttpOut, account: RazorpayAccount): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')}`
  const ask = <T>(path: string, reply: z.ZodType<T>, send?: { body: object; headers?: Record<string, string> }): Promise<T> => {
    const request: ProviderRequest<T> = { url: `${account.apiUrl}/v1${path}`, method: 'GET', headers: { authorization }, reply }
    if (!send) return callProvider(httpOut, 'Razorpay', request)
    const headers = { authorization, 'content-type': 'application/json', ...send.headers }
    return callProvider(httpOut, 'Razorpay', { ...request, method: 'POST', headers, body: JSON.stringify(send.body) })
  }
  return {
    name: 'razorpay',
    keyId: account.keyId,
    createOrder: async ({ amount, currency, receipt }) => {
      const made = await ask('/orders', Order, { body: { amount, currency, receipt } })
      if (made.amount !== amount || made.currency !== currency) throw new Error('Razorpay made an order of another amount')
      return { orderId: made.id, url: null }
    },
    isPaymentSigned: (orderId, paymentId, signature) => isPaymentSigned(account, orderId, paymentId, signature),
    readCall: (body, header) => readCall(account, body, header),
    findPayment: async ({ orderId }) => {
      const { items } = await ask(`/orders/${encodeURIComponent(orderId)}/payments`, Payments)
      const paid = items.find(({ status }) => status === 'captured')
      return paid ? { kind: 'captured', orderId, paymentId: paid.id, amount: paid.amount, currency: paid.currency, failure: null } : null
    },
    refund: async ({ id, paymentId, amount }) => {
      const body = { amount, receipt: id, notes: { refund: id } }
      const headers = { 'x-refund-idempotency': id }
      const made = await ask(`/payments/${encodeURIComponent(paymentId)}/refund`, Refund, { body, headers })
      return toRefund(made)
    },
    findRefund: async ({ providerRefundId, paymentId }) =>
      toRefund(await ask(`/payments/${encodeURIComponent(paymentId)}/refunds/${encodeURIComponent(providerRefundId)}`, Refund)),
  }
}

const toRefund = ({ id, status }: z.output<typeof Refund>): MadeRefund => ({
  providerRefundId: id,
  status: status === 'processed' ? 'done' : status === 'failed' ? 'failed' : 'pending',
})
