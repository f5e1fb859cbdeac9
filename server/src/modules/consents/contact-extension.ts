import { isId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'
import { noBound } from '../contacts/index.ts'
import type { ContactExtension, TimelineItem } from '../contacts/index.ts'
import { deleteConsents, findConsents } from './consent-store.ts'
import { awaitNewAddresses } from './grant-consent.ts'
import { addressesLeft, deleteKeptWithdrawals, keepWithdrawals, returnWithdrawals } from './kept-withdrawals-store.ts'
import { allEntries, entriesBefore } from './ledger-store.ts'
import { mergeConsents } from './merge-consents.ts'
import { suppressionEvents } from './suppressions/suppression-events.ts'
import { suppressErased, suppressionsOfContact } from './suppressions/suppression-store.ts'

/** Consents in a contact's timeline, export, merge and erasure. */
export const consentContactExtension = (platform: Platform): ContactExtension => ({
  name: 'consent',
  timeline: [
    {
      name: 'consent',
      kind: 'consent',
      permission: 'consents:read',
      read: async (tx, { contactId }, page) => (await entriesBefore(tx, contactId, page)).map(toItem),
    },
    { name: 'suppression', kind: 'consent', permission: 'consents:read', read: suppressionEvents },
  ],
  exportContact: async (tx, contactId) => ({
    consents: await findConsents(tx, contactId),
    consentLedger: await allEntries(tx, contactId),
    suppressions: await suppressionsOfContact(tx, contactId),
    suppressionEvents: await suppressionEvents(tx, { contactId }, { before: noBound, limit: mostEvents }),
  }),
  contactMade: (tx, contact) => returnWithdrawals(platform, tx, [contact]),
  addressesLeaving: (tx, id, before, after) => keepWithdrawals(platform, tx, [{ id, ...addressesLeft(before, after) }]),
  addressesChanged: async (tx, id, before, after, actorName) => {
    await returnWithdrawals(platform, tx, [{ id, ...addressesLeft(after, before) }])
    if (after.email !== before.email) await awaitNewAddresses(tx, [id], 'email', { actorName })
    if (after.phone !== before.phone) await awaitNewAddresses(tx, [id], 'sms', { actorName })
  },
  mergeContact: async (tx, from, into, addresses) => {
    await keepWithdrawals(platform, tx, [
      { id: into, ...addressesLeft(addresses.kept, addresses.stays) },
      { id: from, ...addressesLeft(addresses.gone, addresses.stays) },
    ])
    await mergeConsents(tx, from, into, addresses)
  },
  // Undoing an import is no erasure request: these contacts stay reachable if they return, unless they opted out.
  eraseContacts: async (tx, ids, addresses, { held, undoneImport }) => {
    if (undoneImport !== undefined) await keepWithdrawals(platform, tx, held, { exceptImport: undoneImport })
    else {
      await deleteKeptWithdrawals(platform, tx, addresses)
      await suppressErased(platform, tx, addresses)
    }
    await deleteConsents(tx, ids)
  },
})

const mostEvents = 10_000

/** Of the proof what people read, and what leads somewhere; the whole of it stands in the ledger. */
function toItem({
  id,
  micros,
  status,
  purpose,
  channel,
  source,
  proof,
  actorName,
}: Awaited<ReturnType<typeof entriesBefore>>[number]): TimelineItem {
  const { text, file, row, page, form, importId } = proof
  const link = typeof importId === 'string' && isId(importId) ? { link: { kind: 'import' as const, id: importId } } : {}
  const consent = withoutUndefined({ text, file, row, page, form })
  return {
    id,
    atMicros: micros,
    type: `consent.${status}`,
    title: purpose,
    actor: actorName,
    detail: { channel, source, proof: consent },
    ...link,
  }
}
