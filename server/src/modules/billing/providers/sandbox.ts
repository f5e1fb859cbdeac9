import { randomBytes } from 'node:crypto'
import type { Platform } from '../../../platform/platform.ts'
import type { PaymentProvider, PaymentReport } from './provider.ts'
import { isPaymentSigned, readCall, signCall, signPayment } from './razorpay-protocol.ts'
import type { RazorpaySecrets } from './razorpay-protocol.ts'

const newProviderId = (kind: string): string => `${kind}_sandbox${randomBytes(12).toString('hex')}`

/** Of this installation, and the same in all its processes. */
const sandboxSecrets = ({ hashAddress }: Platform): RazorpaySecrets => ({
  keySecret: hashAddress('payments sandbox: key').toString('hex'),
  webhookSecret: hashAddress('payments sandbox: webhook').toString('hex'),
})

/** Stands for Razorpay where no account is set: the same protocol, real signatures, and no money. */
export function createSandbox(platform: Platform): PaymentProvider {
  const secrets = sandboxSecrets(platform)
  return {
    name: 'sandbox',
    keyId: 'rzp_test_sandbox',
    createOrder: async () => ({ orderId: newProviderId('order'), url: null }),
    isPaymentSigned: (orderId, paymentId, signature) => isPaymentSigned(secrets, orderId, paymentId, signature),
    readCall: (body, header) => readCall(secrets, body, header),
    // What is lost here stays lost: tests of lost calls use a server that speaks Razorpay's protocol.
    findPayment: async () => null,
    payAgain: async (order) => {
      const { body, signature, eventId } = tryPayment(platform, order, 'captured').call
      const headers: Readonly<Record<string, string>> = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
      return { body: Buffer.from(body), header: (name) => headers[name] }
    },
    refund: async ({ id }) => ({ providerRefundId: `rfnd_sandbox${id.replaceAll('-', '')}`, status: 'done' }),
    findRefund: async ({ providerRefundId }) => ({ providerRefundId, status: 'done' }),
  }
}

/** A call of the sandbox as it would come over the network. */
export interface SandboxCall {
  body: string
  signature: string
  eventId: string
}

interface PaidOrder {
  orderId: string
  amount: number
  currency: string
}

/** A payment at the sandbox provider: the checkout's signature, and the call of its webhook. */
export function tryPayment(
  platform: Platform,
  order: PaidOrder,
  kind: PaymentReport['kind'],
): { paymentId: string; signature: string; call: SandboxCall } {
  const secrets = sandboxSecrets(platform)
  const paymentId = newProviderId('pay')
  const { orderId, amount, currency } = order
  const failure = kind === 'failed' ? { error_description: 'The sandbox refused the payment.' } : {}
  const body = JSON.stringify({
    entity: 'event',
    event: `payment.${kind}`,
    contains: ['payment'],
    payload: { payment: { entity: { id: paymentId, entity: 'payment', order_id: orderId, amount, currency, status: kind, ...failure } } },
    created_at: Math.floor(platform.clock.now().getTime() / 1_000),
  })
  return {
    paymentId,
    signature: signPayment(secrets, orderId, paymentId),
    call: { body, signature: signCall(secrets, body), eventId: newProviderId('event') },
  }
}
