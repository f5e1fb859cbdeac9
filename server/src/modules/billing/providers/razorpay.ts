import { z } from 'zod'
import type { HttpOut } from '../../../platform/http-out/http-out.ts'
import { callProvider, ProviderError } from '../../../platform/payments/call-provider.ts'
import type { ProviderRequest } from '../../../platform/payments/call-provider.ts'
import { NoMandate } from './provider.ts'
import type { MadeOrder, MadeRefund, NewProviderOrder, PaymentProvider, PaymentReport } from './provider.ts'
import { isPaymentSigned, readCall } from './razorpay-protocol.ts'
import type { RazorpaySecrets } from './razorpay-protocol.ts'

const Order = z.object({ id: z.string().min(1).max(64), amount: z.int(), currency: z.string() })
const Payment = z.object({
  id: z.string().min(1).max(64),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  fee: z.int().nonnegative().nullish(),
})
const Payments = z.object({ items: z.array(Payment) })
const Refund = z.object({ id: z.string().min(1).max(64), status: z.string() })

const Customer = z.object({ id: z.string().min(1).max(64) })
const KeptPayment = z.object({
  token_id: z.string().max(64).nullish(),
  customer_id: z.string().max(64).nullish(),
  email: z.string().max(320).nullish(),
  contact: z.string().max(40).nullish(),
})
const Recurring = z.object({ razorpay_payment_id: z.string().max(64) })
/** The most that Razorpay lets a mandate take at once, in paise: what is due may grow with add-ons. */
const mostByMandate = 9_999_900

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
  const makeOrder = async (body: { amount: number; currency: string; receipt: string } & Record<string, unknown>): Promise<string> => {
    const made = await ask('/orders', Order, { body })
    if (made.amount !== body.amount || made.currency !== body.currency) throw new Error('Razorpay made an order of another amount')
    return made.id
  }
  /** An order that leaves a mandate when it is paid; null where Razorpay takes none for it: it is paid without. */
  const makeMandatedOrder = async ({ amount, currency, receipt, customer }: NewProviderOrder): Promise<MadeOrder | null> => {
    if (!customer || amount > mostByMandate) return null
    try {
      const { id: customerId } = await ask('/customers', Customer, { body: { ...customer, fail_existing: '0' } })
      const token = { max_amount: mostByMandate, frequency: 'as_presented' }
      const orderId = await makeOrder({ amount, currency, receipt, customer_id: customerId, payment_capture: true, token })
      return { orderId, url: null, customerId }
    } catch (error) {
      if (error instanceof ProviderError && error.isRefusal) return null
      throw error
    }
  }
  return {
    name: 'razorpay',
    keyId: account.keyId,
    createOrder: async (order) => {
      const mandated = order.keepsMandate ? await makeMandatedOrder(order) : null
      if (mandated) return mandated
      const { amount, currency, receipt, keepsMandate } = order
      const orderId = await makeOrder({ amount, currency, receipt })
      return { orderId, url: null, ...(keepsMandate ? { keepsNoMandate: true } : {}) }
    },
    byMandate: {
      createOrder: async ({ receipt, amount, currency }) => ({
        orderId: await makeOrder({ amount, currency, receipt, payment_capture: true }),
      }),
      pay: async ({ orderId, amount, currency, description, earlierPaymentId }) => {
        const { token_id: token, customer_id, email, contact } = await ask(`/payments/${encodeURIComponent(earlierPaymentId)}`, KeptPayment)
        if (!token || !customer_id) throw new NoMandate('Razorpay keeps no way of payment of this customer')
        const order = { order_id: orderId, amount, currency, customer_id, token, email, contact, recurring: '1', description }
        await ask('/payments/create/recurring', Recurring, { body: order })
        // It is debited once the payer was told, and reported then.
        return null
      },
    },
    isPaymentSigned: (orderId, paymentId, signature) => isPaymentSigned(account, orderId, paymentId, signature),
    readCall: (body, header) => readCall(account, body, header),
    findPayment: async ({ orderId }) => {
      const { items } = await ask(`/orders/${encodeURIComponent(orderId)}/payments`, Payments)
      const paid = items.find(({ status }) => status === 'captured')
      return paid ? toReport(orderId, paid) : null
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

const toReport = (orderId: string, { id: paymentId, amount, currency, fee }: z.output<typeof Payment>): PaymentReport => ({
  kind: 'captured',
  orderId,
  paymentId,
  amount,
  currency,
  failure: null,
  ...(fee ? { fee } : {}),
})

const toRefund = ({ id, status }: z.output<typeof Refund>): MadeRefund => ({
  providerRefundId: id,
  status: status === 'processed' ? 'done' : status === 'failed' ? 'failed' : 'pending',
})
