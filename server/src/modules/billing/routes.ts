import { billing, yearlyOf } from '@imperium/contract/billing/billing.ts'
import type { Plan } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { listPlans } from '../organizations/index.ts'
import type { CataloguePlan } from '../organizations/index.ts'
import { setRenewal } from './automatic/set-renewal.ts'
import { createOrder } from './create-order.ts'
import { documentPage, invoiceOf, invoicesCsv, listRecords } from './invoices/billing-history.ts'
import { invoicePdf } from './invoices/invoice-pdf.ts'
import { paySandbox } from './pay-sandbox.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { changePlanAtEnd, previewPlan, resumePlan } from './subscription/change-plan.ts'
import { endPause, pausePlan } from './subscription/pause.ts'
import { readSubscription } from './subscription/read-subscription.ts'
import { verifyPayment } from './verify-payment.ts'

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
      await resumePlan(platform, context)
      return readSubscription(platform, context.tx)
    },
    setRenewal: async ({ body }, context) => {
      await setRenewal(platform, context, body.renewsItself)
      return readSubscription(platform, context.tx)
    },
    pause: async (_, context) => {
      await pausePlan(platform, context)
      return context.inOrg((tx) => readSubscription(platform, tx))
    },
    unpause: async (_, context) => {
      await endPause(platform, context)
      return context.inOrg((tx) => readSubscription(platform, tx))
    },
    invoices: (_, { tx }) => listRecords(tx),
    download: async ({ params }, { tx, org }) => ({ content: await documentPage(tx, params.id, org) }),
    downloadPdf: async ({ params }, { inOrg, org }) => invoicePdf(org.id, await inOrg((tx) => invoiceOf(tx, params.id))),
    exportInvoices: (_, { inOrg, audit }) => {
      audit({})
      return Promise.resolve(invoicesCsv(platform, inOrg))
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
      `${count(limits.maxContacts)} contacts`,
      `${count(limits.runsPerMonth)} agent runs a month`,
      `${count(limits.workflowRunsPerMonth)} workflow runs a month`,
      `${count(limits.tokensPerMonth)} model tokens a month`,
      `${count(limits.retentionDays)} days of activity`,
    ],
    limits,
  }
}
