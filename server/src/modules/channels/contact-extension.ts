import { idsOfContact, loadRecipients } from '../contacts/index.ts'
import type { ContactExtension } from '../contacts/index.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseInboundOf, listInboundAddresses, listInboundOf } from './inbound/inbound-store.ts'

async function addressesOf(tx: OrgTx, contactIds: readonly string[]): Promise<string[]> {
  const contacts = await loadRecipients(tx, [...contactIds])
  return [...contacts.values()].flatMap(({ email, phone }) => [email, phone]).filter((address) => address !== null)
}

/** Exports and erases inbound data with the contact, files included: what was matched to the contact, and what names their addresses. */
export const inboundContactExtension = ({ files }: Pick<Platform, 'files'>): ContactExtension => ({
  name: 'channels',
  exportContact: async (tx, contactId) => {
    const ids = await idsOfContact(tx, contactId)
    return { inboundItems: await listInboundOf(tx, ids, await addressesOf(tx, [contactId])) }
  },
  formerAddresses: listInboundAddresses,
  eraseContacts: async (tx, contactIds, addresses) => {
    for (const fileId of await eraseInboundOf(tx, contactIds, addresses)) await files.remove(tx, fileId)
  },
})
