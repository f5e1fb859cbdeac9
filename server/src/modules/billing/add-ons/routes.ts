import { addOns } from '@imperium/contract/billing/add-ons.ts'
import { conflict } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findSubscription, lockSubscription } from '../subscription/subscription-store.ts'
import { keepForNext, listAddOns } from './add-on-store.ts'
import { showAddOns } from './price-add-ons.ts'

export const addOnOperations = (platform: Platform) =>
  bindOperations(addOns, {
    list: (_, { tx }) => showAddOns(tx, platform.clock.now()),
    keep: async ({ body: { addOn, nextQuantity } }, { tx, audit }) => {
      await lockSubscription(tx)
      // It was paid with the add-ons as they were.
      if ((await findSubscription(tx))?.next?.orderId) throw conflict('The next period is paid already.')
      const before = (await listAddOns(tx)).find((each) => each.addOn === addOn)
      if (!(await keepForNext(tx, addOn, nextQuantity))) throw conflict('There are fewer of this add-on. Buy more to have more.')
      audit({ targetName: addOn, before: { nextQuantity: before?.nextQuantity }, after: { nextQuantity } })
      return showAddOns(tx, platform.clock.now())
    },
  })
