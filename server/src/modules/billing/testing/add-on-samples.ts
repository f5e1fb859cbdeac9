import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { none } from '../../../testing/matrix/sample.ts'
import { payPlan } from './samples.ts'

export const samples: Samples<'add-ons'> = {
  'add-ons.list': none,
  'add-ons.keep': async (setting: Setting): Promise<Sample> => {
    await payPlan(setting)
    const { orderId } = await setting.run('billing.createOrder', {
      body: { planType: 'ADD_ON', billingCycle: 'ONETIME', addOn: 'SEATS', quantity: 2 },
    })
    await setting.run('billing.paySandbox', { body: { orderId, outcome: 'success' } })
    return { params: { addOn: 'SEATS' }, body: { nextQuantity: 1 } }
  },
}
