import { z } from 'zod'
import type { HttpOut } from '../../../platform/http-out/http-out.ts'
import type { PaymentProvider } from './provider.ts'
import { isPaymentSigned, readCall } from './razorpay-protocol.ts'
import type { RazorpaySecrets } from './razorpay-protocol.ts'

const Order = z.object({ id: z.string().min(1).max(64), amount: z.int(), currency: z.string() })
const timeoutMs = 10_000
const mostBytes = 64 * 1024

export interface RazorpayAccount extends RazorpaySecrets {
  keyId: string
  apiUrl: string
}

/** Razorpay itself, with the operator's keys. */
export function createRazorpay(httpOut: HttpOut, account: RazorpayAccount): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')}`
  return {
    name: 'razorpay',
    keyId: account.keyId,
    createOrder: async (order) => {
      const response = await httpOut.fetch(`${account.apiUrl}/v1/orders`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(order),
        timeoutMs,
        maxBytes: mostBytes,
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`Razorpay answered ${response.status}`)
      const made = Order.parse(JSON.parse(text))
      if (made.amount !== order.amount || made.currency !== order.currency) throw new Error('Razorpay made an order of another amount')
      return made.id
    },
    isPaymentSigned: (orderId, paymentId, signature) => isPaymentSigned(account, orderId, paymentId, signature),
    readCall: (body, header) => readCall(account, body, header),
  }
}
