import type { OrgTx } from '../../../platform/db/database.ts'
import type { ContactCompanion } from '../companions.ts'
import { moveSignUps, signUpsOf } from '../sign-up/sign-up-store.ts'
import { findConsents } from './consent-store.ts'
import { allEntries, entriesBefore, moveLedger } from './ledger-store.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentStatus } from './record-consent.ts'
import { suppressionsOfContact } from './suppression-store.ts'

/** What consent owes contacts: their timeline, their export, and what becomes of it when they are merged or erased. */
export const consentCompanion: ContactCompanion = {
  name: 'consent',
  timeline: async (tx, contactId, { before, limit }) =>
    (await entriesBefore(tx, contactId, before, limit)).map((entry) => ({
      id: entry.id,
      at: entry.at,
      type: `consent.${entry.status}`,
      title: entry.purpose,
      detail: { channel: entry.channel, source: entry.source, actorName: entry.actorName },
    })),
  exportContact: async (tx, contactId) => ({
    consents: await findConsents(tx, contactId),
    consentLedger: await allEntries(tx, contactId),
    suppressions: await suppressionsOfContact(tx, contactId),
    signUps: await signUpsOf(tx, contactId),
  }),
  mergeContact: mergeConsents,
}

const strictness: readonly ConsentStatus[] = ['granted', 'pending', 'withdrawn']

/** Of what stands for two people who are one the stricter stays; what only one of them has said stands for both. */
async function mergeConsents(tx: OrgTx, from: string, into: string): Promise<void> {
  const [gone, kept] = [await findConsents(tx, from), await findConsents(tx, into)]
  const stronger = gone.filter((each) => {
    const other = kept.find(({ channel, purpose }) => channel === each.channel && purpose === each.purpose)
    return !other || strictness.indexOf(each.status) > strictness.indexOf(other.status)
  })
  await moveLedger(tx, from, into)
  await moveSignUps(tx, from, into)
  await recordConsent(
    tx,
    stronger.map(({ channel, purpose, status, source, at }) => ({
      contactId: into,
      channel,
      purpose,
      status,
      source: 'merge',
      proof: { contactId: from, source, at: at.toISOString() },
    })),
  )
}
