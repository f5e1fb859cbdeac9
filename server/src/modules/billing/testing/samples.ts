import { newId } from '../../../platform/ids.ts'
import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { tryPayment } from '../providers/sandbox.ts'
import { none } from '../../../testing/matrix/sample.ts'

const contribution = { planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 100 }

/** A paid contribution: its receipt can be opened. */
async function payContribution({ t, org, run }: Setting): Promise<string> {
  const { orderId } = await run('billing.createOrder', { body: contribution })
  await run('billing.paySandbox', { body: { orderId, outcome: 'success' } })
  const { rows } = await t.owner.query<{ id: string }>('select id from app.payment_orders where org_id = $1 and provider_order_id = $2', [
    org.id,
    orderId,
  ])
  return rows[0]?.id ?? newId()
}

/** On FREE as if it had never paid: a pause or a period paid ahead would refuse what the sample does next. */
export async function resetPlan({ t, org }: Setting): Promise<void> {
  await t.owner.query('delete from app.subscription_add_ons where org_id = $1', [org.id])
  await t.owner.query('delete from app.subscriptions where org_id = $1', [org.id])
  await t.owner.query("update auth.organizations set plan_type = 'FREE', plan_version = 1 where id = $1", [org.id])
}

/** A paid period, so that something can follow it. */
export async function payPlan(setting: Setting): Promise<void> {
  await resetPlan(setting)
  const { orderId } = await setting.run('billing.createOrder', { body: { planType: 'EMPEROR', billingCycle: 'MONTHLY' } })
  await setting.run('billing.paySandbox', { body: { orderId, outcome: 'success' } })
}
const smaller = { planType: 'CONQUEROR', billingCycle: 'MONTHLY' }

export const samples: Samples<'billing'> = {
  'billing.plans': none,
  'billing.subscription': none,
  'billing.previewPlan': (): Sample => ({ query: { planType: 'EMPEROR', billingCycle: 'YEARLY' } }),
  'billing.changePlan': async (setting: Setting): Promise<Sample> => {
    await payPlan(setting)
    return { body: smaller }
  },
  'billing.resume': async (setting: Setting): Promise<Sample> => {
    await payPlan(setting)
    await setting.run('billing.changePlan', { body: smaller })
    return {}
  },
  'billing.setRenewal': async (setting: Setting): Promise<Sample> => {
    await payPlan(setting)
    return { body: { renewsItself: false } }
  },
  'billing.pause': async (setting: Setting): Promise<Sample> => {
    await payPlan(setting)
    return {}
  },
  'billing.unpause': async (setting: Setting): Promise<Sample> => {
    await payPlan(setting)
    await setting.run('billing.pause', {})
    return {}
  },
  'billing.invoices': none,
  'billing.download': async (setting: Setting): Promise<Sample> => ({ params: { id: await payContribution(setting) } }),
  'billing.downloadPdf': async (setting: Setting): Promise<Sample> => ({ params: { id: await payContribution(setting) } }),
  'billing.exportInvoices': none,
  'billing.createOrder': (): Sample => ({ body: contribution }),
  'billing.verifyPayment': async ({ run }: Setting): Promise<Sample> => {
    const { orderId } = await run('billing.createOrder', { body: contribution })
    const { paymentId, signature } = await run('billing.paySandbox', { body: { orderId, outcome: 'success' } })
    return { body: { orderId, paymentId, signature, amount: 1, type: 'CONTRIBUTION' } }
  },
  'billing.receiveWebhook': ({ t }: Setting): Sample => {
    const { call } = tryPayment(t.platform, { orderId: 'order_of_another_product', amount: 100, currency: 'INR' }, 'captured')
    return {
      params: { provider: 'sandbox' },
      file: { type: 'application/json', bytes: Buffer.from(call.body) },
      headers: { 'x-razorpay-signature': call.signature, 'x-razorpay-event-id': call.eventId },
    }
  },
  'billing.paySandbox': async ({ run }: Setting): Promise<Sample> => {
    const { orderId } = await run('billing.createOrder', { body: contribution })
    return { body: { orderId, outcome: 'failure' } }
  },
}
