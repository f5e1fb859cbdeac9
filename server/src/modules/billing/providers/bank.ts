import type { PaymentProvider } from './provider.ts'

/** Transfers to the operator's account: only the operator says when one has arrived. */
export const bankTransfer: PaymentProvider = {
  name: 'bank',
  keyId: '',
  createOrder: async ({ receipt }) => ({ orderId: receipt, url: null }),
  isPaymentSigned: () => false,
  readCall: () => null,
  findPayment: async ({ id, orderId, receivedAt, amount, currency }) =>
    receivedAt ? { kind: 'captured', orderId, paymentId: `bank_${id}`, amount, currency, failure: null } : null,
  // The operator sends the money.
  refund: async ({ id }) => ({ providerRefundId: `bank_${id}`, status: 'done' }),
  findRefund: async ({ providerRefundId }) => ({ providerRefundId, status: 'done' }),
}
