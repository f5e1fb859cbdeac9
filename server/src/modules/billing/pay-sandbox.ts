import { conflict, notFound } from '../../platform/errors.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findProviderOrder } from './order-store.ts'
import { chosenProvider } from './providers/choose-provider.ts'
import { tryPayment } from './providers/sandbox.ts'
import type { SandboxCall } from './providers/sandbox.ts'
import { receiveWebhook } from './receive-webhook.ts'

type LateCall = SandboxCall & { orgId: string }

const lateCallJob = 'billing.sandbox-call'
/** Long enough to see that the page waits. */
const lateMs = 4_000

interface Attempt {
  orderId: string
  outcome: 'success' | 'failure' | 'late'
}

/** Pays at the sandbox provider, which then calls our webhook as Razorpay does: at once, or late. @throws 404, also where it is not in use. */
export async function paySandbox(platform: Platform, context: Omit<OrgContext, 'tx'>, { orderId, outcome }: Attempt) {
  const order = chosenProvider(platform) === 'sandbox' && (await context.inOrg((tx) => findProviderOrder(tx, 'sandbox', orderId)))
  if (!order) throw notFound()
  context.audit({ targetId: order.id, targetName: order.receipt })
  if (order.status !== 'created' && order.status !== 'attempted') throw conflict('This order is paid.')
  const { amount, currency } = order
  const tried = tryPayment(platform, { orderId, amount, currency }, outcome === 'failure' ? 'failed' : 'captured')
  if (outcome === 'late') {
    const startAfter = new Date(platform.clock.now().getTime() + lateMs)
    const data: LateCall = { ...tried.call, orgId: context.org.id }
    await context.inOrg((tx) => platform.jobs.send(tx, lateCallJob, data, { startAfter }))
    return { status: 'late' as const, paymentId: null, signature: null }
  }
  await deliver(platform, tried.call)
  if (outcome === 'failure') return { status: 'failed' as const, paymentId: null, signature: null }
  return { status: 'paid' as const, paymentId: tried.paymentId, signature: tried.signature }
}

export const sandboxJob = (platform: Platform): JobDefinition<LateCall> => ({
  name: lateCallJob,
  lane: 'transactional',
  worksAtRest: 'a payment may be what ends the rest',
  run: (call) => deliver(platform, call),
})

const deliver = (platform: Platform, { body, signature, eventId }: SandboxCall): Promise<void> => {
  const headers: Readonly<Record<string, string>> = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
  return receiveWebhook(platform, 'sandbox', Buffer.from(body), (name) => headers[name])
}
