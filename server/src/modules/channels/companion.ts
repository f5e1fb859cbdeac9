import { loadRecipients } from '../contacts/index.ts'
import type { ContactCompanion } from '../contacts/index.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseInboundOf, listInboundOf } from './inbound-store.ts'

/** What came in is known by address alone, so whoever has an address owns what came from it. */
async function addressesOf(tx: OrgTx, contactIds: readonly string[]): Promise<string[]> {
  const contacts = await loadRecipients(tx, [...contactIds])
  return [...contacts.values()].flatMap(({ email, phone }) => [email, phone]).filter((address) => address !== null)
}

/** What came in is exported and erased with the person, files included. */
export const inboundCompanion = ({ files }: Pick<Platform, 'files'>): ContactCompanion => ({
  name: 'channels',
  exportContact: async (tx, contactId) => {
    const addresses = await addressesOf(tx, [contactId])
    return { inboundItems: addresses.length ? await listInboundOf(tx, addresses) : [] }
  },
  eraseContacts: async (tx, contactIds) => {
    const addresses = await addressesOf(tx, contactIds)
    if (addresses.length === 0) return
    for (const fileId of await eraseInboundOf(tx, addresses)) await files.remove(tx, fileId)
  },
})
