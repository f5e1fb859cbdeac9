import { randomBytes } from 'node:crypto'
import type { Platform } from '../../../platform/platform.ts'
import type { HostedCheckout } from './hosted-checkout.ts'
import { readLinkCall, signLinkCall } from './razorpay-links.ts'

/** Of this installation, and the same in all its processes. */
const secretOf = ({ hashAddress }: Pick<Platform, 'hashAddress'>): string => hashAddress('\0sales sandbox webhook').toString('hex')

/** Stands for a provider where none is set: the same protocol, real signatures, and no money. Its page is ours. */
export const createSandboxLinks = (platform: Pick<Platform, 'hashAddress'>): HostedCheckout => ({
  name: 'sandbox',
  open: async ({ id, returnUrl }) => {
    const url = new URL(returnUrl)
    url.searchParams.delete('back')
    url.searchParams.set('checkout', id)
    return { providerId: `plink_sandbox${randomBytes(12).toString('hex')}`, url: url.pathname + url.search }
  },
  lookUp: async () => null,
  readCall: (body, header) => readLinkCall(secretOf(platform), body, header('x-razorpay-signature')),
})

interface SandboxPayment {
  id: string
  providerId: string
  amount: number
  currency: string
  paymentId?: string
}

/** What the sandbox would call us with after a payment: one for each checkout, unless it is named. */
export function sandboxCall(
  platform: Pick<Platform, 'hashAddress'>,
  { id, providerId, amount, currency, paymentId = `pay_sandbox${id.replaceAll('-', '')}` }: SandboxPayment,
): { body: string; signature: string } {
  const payment = { id: paymentId, entity: 'payment', amount, currency, status: 'captured' }
  const link = { id: providerId, reference_id: id, amount, currency, status: 'paid' }
  const body = JSON.stringify({
    entity: 'event',
    event: 'payment_link.paid',
    payload: { payment_link: { entity: link }, payment: { entity: payment } },
  })
  return { body, signature: signLinkCall(secretOf(platform), body) }
}
