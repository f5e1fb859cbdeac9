import { planOffers } from '@imperium/contract/billing/plan-offers.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { requireOperator } from './act-as-operator.ts'
import { makeOffer, showOffers, takeOfferBack } from './make-offer.ts'

export const offerOperations = (platform: Platform) =>
  bindOperations(planOffers, {
    list: async (_, { org }) => {
      await requireOperator(platform, org.id)
      return showOffers(platform)
    },
    create: async ({ body }, { org, actor, audit }) => {
      await requireOperator(platform, org.id)
      await makeOffer(platform, body, actor.name)
      audit({ targetName: body.slug, after: body })
      return null
    },
    withdraw: async ({ params }, { org, audit }) => {
      await requireOperator(platform, org.id)
      await takeOfferBack(platform, params.id)
      audit({ targetId: params.id })
      return null
    },
  })
