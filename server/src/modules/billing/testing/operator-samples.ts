import { newId } from '../../../platform/ids.ts'
import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { resetPlan, payPlan } from './samples.ts'

/** The organization of the sample becomes the operator's. */
export async function beOperator({ t, org }: Setting): Promise<void> {
  await t.owner.query(
    'insert into app.operator_organization (organization) values ($1) on conflict (one) do update set organization = excluded.organization',
    [org.id],
  )
}

async function pay({ t, org, run }: Setting, body: Record<string, unknown>): Promise<string> {
  const { orderId } = await run('billing.createOrder', { body })
  await run('billing.paySandbox', { body: { orderId, outcome: 'success' } })
  const { rows } = await t.owner.query<{ id: string }>('select id from app.payment_orders where org_id = $1 and provider_order_id = $2', [
    org.id,
    orderId,
  ])
  return rows[0]?.id ?? newId()
}

const contribution = { planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 100 }
const read = async (setting: Setting): Promise<Sample> => {
  await beOperator(setting)
  return {}
}

export const samples: Samples<'operator'> = {
  'operator.overview': read,
  'operator.subscriptions': read,
  'operator.payments': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    return { query: { state: 'paid' } }
  },
  'operator.exportGst': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    return { query: { month: '2026-11' } }
  },
  'operator.coupons': read,
  'operator.createCoupon': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    return { body: { code: `C-${newId()}`, percent: 20, planType: 'EMPEROR', maxUses: 10, days: 30 } }
  },
  'operator.startTrial': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    await resetPlan(setting)
    const { rows } = await setting.t.owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [setting.org.id])
    return { body: { slug: rows[0]?.slug, planType: 'EMPEROR', days: 14 } }
  },
  'operator.refund': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    const id = await pay(setting, contribution)
    return { params: { id }, body: { organizationId: setting.org.id, amount: 50, reason: setting.word('Asked') } }
  },
  'operator.confirmTransfer': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    const id = newId()
    await setting.t.owner.query(
      `insert into app.payment_orders (org_id, id, purpose, billing_cycle, amount, currency, receipt, provider, provider_order_id)
       values ($1, $2, 'CONTRIBUTION', 'ONETIME', 100, 'INR', $3, 'bank', $3)`,
      [setting.org.id, id, id],
    )
    return { params: { id }, body: { organizationId: setting.org.id } }
  },
  'operator.extend': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    await payPlan(setting)
    return { params: { id: setting.org.id }, body: { days: 3 } }
  },
  'operator.setPlan': async (setting: Setting): Promise<Sample> => {
    await beOperator(setting)
    return { params: { id: setting.org.id }, body: { planType: 'EMPEROR' } }
  },
}
