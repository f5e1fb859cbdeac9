import { billing, yearlyOf } from '@imperium/contract/billing.ts'
import type { BillingRecord, Plan } from '@imperium/contract/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { conflict } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { listPlans } from '../organizations/index.ts'
import type { CataloguePlan } from '../organizations/index.ts'
import { createOrder } from './create-order.ts'
import { findOrder, listOrders } from './order-store.ts'
import type { Order } from './order-store.ts'
import { paySandbox } from './pay-sandbox.ts'
import { receiptPage } from './receipt-page.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { changePlanAtEnd, previewPlan, resumePlan } from './subscription/change-plan.ts'
import { readSubscription } from './subscription/read-subscription.ts'
import { verifyPayment } from './verify-payment.ts'

const mostInvoices = 100
const planIds = { FREE: 'free', CONQUEROR: 'conqueror', EMPEROR: 'emperor', OVERLORD: 'overlord' } as const

export const billingOperations = (platform: Platform) =>
  bindOperations(billing, {
    plans: async () => (await platform.db.withSystem((tx) => listPlans(tx))).map(toPlan),
    subscription: (_, { tx }) => readSubscription(platform, tx),
    previewPlan: ({ query }, { tx }) => previewPlan(platform, tx, query),
    changePlan: async ({ body }, context) => {
      await changePlanAtEnd(platform, context, body)
      return readSubscription(platform, context.tx)
    },
    resume: async (_, context) => {
      await resumePlan(context)
      return readSubscription(platform, context.tx)
    },
    invoices: async (_, { tx }) => (await listOrders(tx, mostInvoices)).map(toRecord),
    download: async ({ params }, { tx, org }) => {
      const order = found(await findOrder(tx, params.id))
      if (order.activatedAt === null) throw conflict('There is a receipt once the payment has arrived.')
      return { content: receiptPage(order, org) }
    },
    createOrder: ({ body }, context) => createOrder(platform, context, body),
    verifyPayment: ({ body }, context) => verifyPayment(platform, context, body),
    receiveWebhook: async ({ params, body }, context) => {
      await receiveWebhook(platform, params.provider, body.bytes, (name) => context.header(name))
      return { status: 200, contentType: 'application/json', body: '{"success":true}' }
    },
    paySandbox: ({ body }, context) => paySandbox(platform, context, body),
  })

const count = (value: number): string => value.toLocaleString('en-US')
const gib = 1024 ** 3

function toPlan({ planType, version, currency, monthlyPrice, limits }: CataloguePlan): Plan {
  const gigabytes = limits.storageBytes / gib
  return {
    id: planIds[planType],
    name: planNames[planType],
    planType,
    version,
    currency,
    price: monthlyPrice,
    yearlyPrice: monthlyPrice === null ? null : yearlyOf(monthlyPrice),
    features: [
      `${count(limits.maxAgents)} AI agents`,
      `${count(limits.maxUsers)} users`,
      gigabytes >= 1024 ? `${count(gigabytes / 1024)} TB storage` : `${count(gigabytes)} GB storage`,
      `${count(limits.apiCallsPerMonth)} API calls a month`,
      `${count(limits.messagesPerMonth)} messages a month`,
    ],
    limits,
  }
}

function toRecord(order: Order): BillingRecord {
  const { id, receipt, purpose, planType, billingCycle, amount, currency, status, provider, createdAt } = order
  return {
    id,
    invoiceNumber: receipt,
    purpose,
    planType,
    billingCycle,
    amount,
    currency,
    status: status === 'activated' || status === 'paid' ? 'PAID' : status === 'failed' ? 'FAILED' : 'PENDING',
    isSandbox: provider === 'sandbox',
    createdAt: createdAt.toISOString(),
  }
}
