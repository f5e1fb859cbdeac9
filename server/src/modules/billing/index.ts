import { billingEvents } from '@imperium/contract/events/billing.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { exportPayments } from './order-store.ts'
import { sandboxJob } from './pay-sandbox.ts'
import { reconcilePayments } from './reconcile.ts'
import { billingOperations } from './routes.ts'
import { advanceSubscriptions } from './subscription/advance.ts'

const minute = 60_000

export const billingModule: ModuleFactory = (platform) => ({
  name: 'billing',
  tables: [
    'payment_orders',
    'payment_events',
    'subscriptions',
    'ledger_entries',
    'ledger_postings',
    'payment_refunds',
    'operator_invoices',
    'operator_series',
  ],
  acts: {
    sentences: {
      'billing.createOrder': describedAct('settings', '{actor} started the payment {target}'),
      'billing.verifyPayment': describedAct('settings', '{actor} proved the payment {target}'),
      'billing.paySandbox': describedAct('settings', '{actor} used the sandbox for the payment {target}'),
      'billing.paid': describedAct('settings', 'The payment {target} arrived'),
      'billing.changePlan': describedAct('settings', '{actor} chose the plan {target} for the end of the period'),
      'billing.resume': describedAct('settings', '{actor} kept the plan {target}'),
      'billing.refund': describedAct('settings', '{actor} refunded the payment {target}'),
      'billing.exportInvoices': describedAct('settings', '{actor} exported the invoices'),
      'billing.due': describedAct('settings', 'The period of the plan {target} ended unpaid'),
      'billing.changed': describedAct('settings', 'The plan {target} began'),
      'billing.ended': describedAct('settings', 'The paid plan ended'),
      'billing.credited': describedAct('settings', 'The payment {target} is kept as a credit'),
    },
  },
  emits: Object.values(billingEvents),
  ticks: [
    { name: 'advance-subscriptions', everyMs: minute, run: () => advanceSubscriptions(platform) },
    { name: 'reconcile-payments', everyMs: minute, run: () => reconcilePayments(platform) },
  ],
  operations: billingOperations(platform),
  exportPerson: async ({ userId, orgIds }) => ({
    payments: await collectInEach(platform.db, orgIds, (tx) => exportPayments(tx, userId)),
  }),
  jobs: [sandboxJob(platform)] as JobDefinition[],
})
