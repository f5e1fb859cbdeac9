import { newId } from '../../platform/ids.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { holdRetention } from '../../platform/retention.ts'
import { extendContacts } from '../contacts/index.ts'
import { guardDeletion } from '../organizations/index.ts'
import { erasureActs } from './acts.ts'
import { countPlaces, placesOf } from './count-places.ts'
import { refuseHeld } from './holds.ts'
import { erasureOperations } from './routes.ts'
import { deleteReleased, insertCertificate, listHeldOrganizations, moveHolds } from './store.ts'

export const erasureModule: ModuleFactory = (platform) => ({
  name: 'erasure',
  tables: ['legal_holds', 'erasure_certificates'],
  reads: ['contacts'],
  acts: erasureActs,
  operations: erasureOperations(platform),
  extensions: [
    holdRetention(listHeldOrganizations),
    guardDeletion((tx) => refuseHeld(tx, [])),
    extendContacts({
      name: 'erasure',
      witnessErasure: async (tx, contactIds, { undoneImport }) => {
        await refuseHeld(tx, contactIds)
        await deleteReleased(tx, contactIds)
        // The undoing of an import is no request of a person.
        if (undoneImport !== undefined) return async () => undefined
        const before = await countPlaces(tx, contactIds)
        return async ({ contacts, erasedBy }) => {
          const places = placesOf(before, await countPlaces(tx, contactIds))
          await insertCertificate(tx, { id: newId(), erasedAt: platform.clock.now(), erasedBy, contacts, places })
        }
      },
      mergeContact: (tx, from, into) => moveHolds(tx, from, into),
    }),
  ],
})
