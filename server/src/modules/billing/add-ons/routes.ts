import { addOns } from '@imperium/contract/billing/add-ons.ts'
import { conflict } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { keepForNext, listAddOns } from './add-on-store.ts'
import { showAddOns } from './price-add-ons.ts'

export const addOnOperations = (platform: Platform) =>
  bindOperations(addOns, {
    list: (_, { tx }) => showAddOns(tx, platform.clock.now()),
    keep: async ({ params: { addOn }, body: { nextQuantity } }, { tx, audit }) => {
      const before = (await listAddOns(tx)).find((each) => each.addOn === addOn)
      if (!(await keepForNext(tx, addOn, nextQuantity))) throw conflict('There are fewer of this add-on. Buy more to have more.')
      audit({ targetName: addOn, before: { nextQuantity: before?.nextQuantity }, after: { nextQuantity } })
      return showAddOns(tx, platform.clock.now())
    },
  })
