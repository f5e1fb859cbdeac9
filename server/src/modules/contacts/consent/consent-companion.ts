import { isId } from '../../../platform/ids.ts'
import type { ContactCompanion } from '../companions.ts'
import { asksOf } from '../imports/ask-store.ts'
import { signUpsOf } from '../sign-up/sign-up-store.ts'
import { noBound } from '../timeline.ts'
import type { TimelineItem } from '../timeline.ts'
import { findConsents } from './consent-store.ts'
import { allEntries, entriesBefore } from './ledger-store.ts'
import { mergeConsents } from './merge-consents.ts'
import { suppressionEvents } from './suppression-events.ts'
import { suppressionsOfContact } from './suppression-store.ts'

/** What consent owes contacts: their timeline, their export, and what becomes of it when they are merged or erased. */
export const consentCompanion: ContactCompanion = {
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
    signUps: await signUpsOf(tx, contactId),
    consentAsks: await asksOf(tx, contactId),
  }),
  mergeContact: mergeConsents,
}

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
  const said = Object.fromEntries(Object.entries({ text, file, row, page, form }).filter(([, value]) => value !== undefined))
  return {
    id,
    atMicros: micros,
    type: `consent.${status}`,
    title: purpose,
    actor: actorName,
    detail: { channel, source, proof: said },
    ...link,
  }
}
