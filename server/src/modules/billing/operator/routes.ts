import { operator } from '@imperium/contract/billing/operator.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { insertCoupon, listCoupons } from '../coupons/coupon-store.ts'
import { exportGst } from '../invoices/export-gst.ts'
import { requestRefund, sendRefund } from '../refunds/refund-order.ts'
import { confirmTransfer, extendPeriod, operatorActor, requireOperator, setPlan } from './act-as-operator.ts'
import { failedLookUps } from './failed-look-ups.ts'
import { startTrial } from './start-trial.ts'
import { hasOrganization, listPayments, listSubscriptions, readOverview } from './operator-store.ts'

const dayMs = 86_400_000
const monthMs = 30 * dayMs

export const operatorOperations = (platform: Platform) =>
  bindOperations(operator, {
    overview: async (_, { org }) => {
      await requireOperator(platform, org.id)
      const since = new Date(platform.clock.now().getTime() - monthMs)
      return platform.db.withSystem(async (tx) => ({
        ...(await readOverview(tx, since)),
        failedLookUps: await failedLookUps(platform, tx),
      }))
    },
    subscriptions: async (_, { org }) => {
      await requireOperator(platform, org.id)
      return platform.db.withSystem(listSubscriptions)
    },
    payments: async ({ query }, { org }) => {
      await requireOperator(platform, org.id)
      return platform.db.withSystem((tx) => listPayments(tx, query.state))
    },
    exportGst: async ({ query }, { org, audit }) => {
      await requireOperator(platform, org.id)
      audit({ targetName: query.month })
      return exportGst(platform, query.month)
    },
    coupons: async (_, { org }) => {
      await requireOperator(platform, org.id)
      const rows = await platform.db.withSystem(listCoupons)
      return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }))
    },
    createCoupon: async ({ body }, { org, actor, audit }) => {
      await requireOperator(platform, org.id)
      const { days, ...coupon } = body
      const expiresAt = new Date(platform.clock.now().getTime() + days * dayMs)
      if (!(await platform.db.withSystem((tx) => insertCoupon(tx, { ...coupon, expiresAt }, actor.name))))
        throw conflict('There is a coupon with this code.')
      audit({ targetName: coupon.code, after: body })
      return null
    },
    startTrial: async ({ body }, { org, audit }) => {
      await requireOperator(platform, org.id)
      await startTrial(platform, body.slug, body.planType, body.days)
      audit({ targetName: body.slug, after: body })
      return null
    },
    refund: async ({ params, body }, { org, audit }) => {
      await requireOperator(platform, org.id)
      const { organizationId, amount, reason } = body
      if (!(await platform.db.withSystem((tx) => hasOrganization(tx, organizationId)))) throw notFound()
      const refundId = await requestRefund(platform, organizationId, { orderId: params.id, amount, reason, actor: operatorActor })
      audit({ targetId: params.id, after: body })
      // What fails now is sent again by the reconciliation.
      await sendRefund(platform, organizationId, refundId).catch((err: unknown) => platform.log.warn({ refundId, err }, 'a refund waits'))
      return null
    },
    confirmTransfer: async ({ params, body }, { org, audit }) => {
      await requireOperator(platform, org.id)
      await confirmTransfer(platform, body.organizationId, params.id)
      audit({ targetId: params.id, after: body })
      return null
    },
    extend: async ({ params, body }, { org, audit }) => {
      await requireOperator(platform, org.id)
      await extendPeriod(platform, params.id, body.days)
      audit({ targetId: params.id, after: body })
      return null
    },
    setPlan: async ({ params, body }, { org, audit }) => {
      await requireOperator(platform, org.id)
      await setPlan(platform, params.id, body.planType)
      audit({ targetId: params.id, after: body })
      return null
    },
  })
