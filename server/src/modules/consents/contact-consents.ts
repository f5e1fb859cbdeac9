import type { ConsentEntry, ContactConsents } from '@imperium/contract/contacts/consents.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { findConsents, findLockedContact } from './consent-store.ts'
import type { LockedContact } from './consent-store.ts'
import { sendConfirmationAgain, grantConsent } from './grant-consent.ts'
import { listEntries } from './ledger-store.ts'
import type { LedgerRow } from './ledger-store.ts'
import { toPurpose } from './purposes/manage-purposes.ts'
import { listPurposes } from './purposes/purpose-store.ts'
import type { ConsentSource } from './record-consent.ts'
import { readReachSettings } from './reach/settings-store.ts'
import { suppressionsOfContact } from './suppressions/suppression-store.ts'
import { withdrawConsent } from './withdraw-consent.ts'

async function requireContact(tx: OrgTx, id: string): Promise<LockedContact> {
  const contact = await findLockedContact(tx, id)
  if (!contact) throw notFound()
  return contact
}

/** @throws 404 */
export async function readContactConsents(tx: OrgTx, contactId: string): Promise<ContactConsents> {
  await requireContact(tx, contactId)
  const [standing, suppressions, purposes, settings] = await Promise.all([
    findConsents(tx, contactId),
    suppressionsOfContact(tx, contactId),
    listPurposes(tx),
    readReachSettings(tx),
  ])
  const names = new Map(purposes.map((each) => [each.key, each.name]))
  return {
    contactId,
    standing: standing.map((each) => ({ ...each, purposeName: names.get(each.purpose) ?? each.purpose, at: each.at.toISOString() })),
    suppressions: suppressions.map((each) => ({ ...each, at: each.at.toISOString() })),
    purposes: purposes.map(toPurpose),
    doubleOptIn: settings.doubleOptIn,
    doubleOptInSms: settings.doubleOptInSms,
  }
}

/** @throws 404; 409 for an archived or unknown purpose, or a channel that the contact has no address for. */
export async function grantManually(
  platform: Platform,
  { tx, actor, audit }: OrgContext,
  contactId: string,
  body: { channel: Channel; purpose: string; source: ConsentSource; proof: string },
): Promise<ContactConsents> {
  const contact = await requireContact(tx, contactId)
  const purpose = (await listPurposes(tx)).find((each) => each.key === body.purpose && !each.archivedAt)
  if (!purpose) throw conflict('This purpose does not exist or is archived.')
  const address = body.channel === 'email' ? contact.email : contact.phone
  if (body.channel !== 'webhook' && !address) throw conflict('The contact has no address for this channel.')
  const status = await grantConsent(platform, tx, {
    contactId,
    channel: body.channel,
    purpose,
    source: body.source,
    proof: { text: body.proof },
    actorName: actor.name,
  })
  audit({ after: { channel: body.channel, purpose: body.purpose, source: body.source, status } })
  return readContactConsents(tx, contactId)
}

/** @throws 404, 409, 429 */
export async function remindManually(
  platform: Platform,
  { tx, actor, audit, caller }: OrgContext,
  contactId: string,
  { purpose: key, channel }: { purpose: string; channel: 'email' | 'sms' },
): Promise<ContactConsents> {
  requireProvedAddress(caller)
  const purpose = (await listPurposes(tx)).find((each) => each.key === key && !each.archivedAt)
  if (!purpose) throw conflict('This purpose does not exist or is archived.')
  await sendConfirmationAgain(platform, tx, { contactId, channel, purpose, actorName: actor.name })
  audit({ after: { purpose: key, channel } })
  return readContactConsents(tx, contactId)
}

/** A mistyped purpose would be recorded as withdrawn while the intended one stays granted. @throws 422 */
async function requireKnownPurpose(tx: OrgTx, contactId: string, key: string): Promise<void> {
  if ((await listPurposes(tx)).some((each) => each.key === key)) return
  if ((await findConsents(tx, contactId)).some((each) => each.purpose === key)) return
  throw invalid([{ path: 'purpose', ...message('There is no purpose "{purpose}"', { purpose: key }) }])
}

/** @throws 404; 422 for an unknown purpose without any consent */
export async function withdrawManually(
  platform: Platform,
  { tx, actor, audit, key }: OrgContext,
  contactId: string,
  { channel, purpose, proof }: { channel: Channel; purpose: string | null; proof: string },
): Promise<ContactConsents> {
  await requireContact(tx, contactId)
  if (purpose !== null) await requireKnownPurpose(tx, contactId, purpose)
  await withdrawConsent(platform, tx, {
    contactId,
    channel,
    purpose,
    source: key ? 'api' : 'manual',
    proof: proof ? { text: proof } : {},
    actorName: actor.name,
  })
  audit({ after: { channel, purpose } })
  return readContactConsents(tx, contactId)
}

/** @throws 404 */
export async function readHistory(
  tx: OrgTx,
  contactId: string,
  page: { limit: number; after: string | null },
): Promise<{ rows: ConsentEntry[]; last: string | null }> {
  await requireContact(tx, contactId)
  const [{ rows, last }, purposes] = await Promise.all([listEntries(tx, contactId, page), listPurposes(tx)])
  const names = new Map(purposes.map((each) => [each.key, each.name]))
  return { rows: rows.map((row) => toEntry(row, names)), last }
}

const toEntry = (row: LedgerRow, names: ReadonlyMap<string, string>): ConsentEntry => ({
  ...row,
  purposeName: names.get(row.purpose) ?? row.purpose,
  proof: proofItems(row.proof),
  at: row.at.toISOString(),
})

/** The previous status is internal to the ledger, for START. */
const proofItems = (proof: Record<string, unknown>): { name: string; value: string }[] =>
  Object.entries(proof)
    .filter(([name, value]) => name !== 'before' && value !== null)
    .slice(0, 50)
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
