import { listHeldRenewals } from './automatic/held-work.ts'
import { billingEvents } from '@imperium/contract/events/billing.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { renewSubscriptions } from './automatic/renew-subscriptions.ts'
import { keepCredits } from './credits/keep-credits.ts'
import { creditOperations } from './credits/routes.ts'
import { announceLimits } from './limits/announce-limits.ts'
import { addOnOperations } from './add-ons/routes.ts'
import { offerOperations } from './operator/offer-routes.ts'
import { operatorOperations } from './operator/routes.ts'
import { exportPayments } from './order-store.ts'
import { sandboxJob } from './pay-sandbox.ts'
import { reconcilePayments } from './reconcile.ts'
import { billingOperations } from './routes.ts'
import { advanceSubscriptions } from './subscription/advance.ts'

export { readCredits } from './credits/routes.ts'

const minute = 60_000

export const billingModule: ModuleFactory = (platform) => ({
  name: 'billing',
  tables: [
    'payment_orders',
    'payment_events',
    'subscriptions',
    'payment_refunds',
    'operator_invoices',
    'operator_series',
    'limit_notices',
    'coupons',
    'coupon_holds',
    'plan_offers',
    'subscription_add_ons',
    'credit_lots',
    'credit_charges',
    'credit_settings',
  ],
  acts: {
    sentences: {
      'billing.createOrder': describedAct('settings', '{actor} started the payment {target}'),
      'billing.verifyPayment': describedAct('settings', '{actor} proved the payment {target}'),
      'billing.paySandbox': describedAct('settings', '{actor} used the sandbox for the payment {target}'),
      'billing.paid': describedAct('settings', 'The payment {target} arrived'),
      'billing.changePlan': describedAct('settings', '{actor} chose the plan {target} for the end of the period'),
      'billing.resume': describedAct('settings', '{actor} kept the plan {target}'),
      'billing.pause': describedAct('settings', '{actor} paused the plan {target}'),
      'billing.unpause': describedAct('settings', '{actor} let the paused plan {target} go on'),
      'billing.setRenewal': describedAct('settings', '{actor} changed the automatic renewal of the plan {target}'),
      'billing.refund': describedAct('settings', '{actor} refunded the payment {target}'),
      'add-ons.keep': describedAct('settings', '{actor} changed the add-on {target} for the next period'),
      'credits.settings': describedAct('settings', '{actor} changed the settings of AI credits'),
      'billing.exportInvoices': describedAct('settings', '{actor} exported the invoices'),
      'billing.received': describedAct('settings', '{actor} confirmed the transfer {target}'),
      'billing.extend': describedAct('settings', '{actor} extended the paid period by {target} days'),
      'billing.setPlan': describedAct('settings', '{actor} set the plan {target}'),
      'billing.trial': describedAct('settings', 'A trial of the plan {target} began'),
      'billing.offered': describedAct('settings', '{actor} made an offer for the plan {target}'),
      'billing.offerWithdrawn': describedAct('settings', '{actor} took the offer for the plan {target} back'),
      'plan-offers.create': describedAct('settings', '{actor} made an offer to {target}'),
      'plan-offers.withdraw': describedAct('settings', '{actor} took an offer to an organization back'),
      'operator.exportGst': describedAct('settings', '{actor} exported the GST return of {target}'),
      'operator.createCoupon': describedAct('settings', '{actor} created the coupon {target}'),
      'operator.startTrial': describedAct('settings', '{actor} started a trial for {target}'),
      'operator.refund': describedAct('settings', '{actor} refunded a payment of an organization'),
      'operator.confirmTransfer': describedAct('settings', '{actor} confirmed a bank transfer'),
      'operator.extend': describedAct('settings', '{actor} extended the period of an organization'),
      'operator.setPlan': describedAct('settings', '{actor} set the plan of an organization'),
      'billing.due': describedAct('settings', 'The period of the plan {target} ended unpaid'),
      'billing.changed': describedAct('settings', 'The plan {target} began'),
      'billing.ended': describedAct('settings', 'The paid plan ended'),
      'billing.credited': describedAct('settings', 'The payment {target} is kept as a credit'),
    },
  },
  emits: Object.values(billingEvents),
  listHeldWork: listHeldRenewals,
  ticks: [
    { name: 'advance-subscriptions', everyMs: minute, run: () => advanceSubscriptions(platform) },
    { name: 'renew-subscriptions', everyMs: 10 * minute, run: () => renewSubscriptions(platform) },
    { name: 'keep-credits', everyMs: minute, run: () => keepCredits(platform) },
    { name: 'announce-limits', everyMs: 60 * minute, run: () => announceLimits(platform) },
    { name: 'reconcile-payments', everyMs: minute, run: () => reconcilePayments(platform) },
  ],
  reads: ['auth.organizations', 'plan_versions'],
  operations: [
    ...billingOperations(platform),
    ...operatorOperations(platform),
    ...offerOperations(platform),
    ...creditOperations(platform),
    ...addOnOperations(platform),
  ],
  exportPerson: async ({ userId, orgIds }) => ({
    payments: await collectInEach(platform.db, orgIds, (tx) => exportPayments(tx, userId)),
  }),
  jobs: [sandboxJob(platform)] as JobDefinition[],
})
