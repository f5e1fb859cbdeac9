import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { eraseEffectsNaming } from '../../../platform/events/effects.ts'
import { notFound } from '../../../platform/errors.ts'
import { eraseJobs } from '../../../platform/jobs/erase-jobs.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactExtensionsOf } from '../contact-extensions.ts'
import type { ErasedContacts, ErasureDone } from '../contact-extensions.ts'
import { addressesOfOthers, deletePassingTraces, deletePast, listFormerAddresses } from './erase-store.ts'
import { eraseNamed } from './erase-named.ts'
import { formerIds } from '../merging/merge-store.ts'
import { deleteContacts, lockContacts } from '../store.ts'
import { deleteEvents } from '../timeline/timeline-store.ts'

export interface Erasure {
  /**
   * The import that created them and is undone: not a request of the person, so their addresses are suppressed only after an opt-out,
   * and texts without an id are not searched for each of a million.
   */
  undoneImport?: string
}

/**
 * Erases contacts with every module's rows, timeline, consent, and what imports and repeated requests stored. Kept: the audit entry with a keyed
 * hash of the address, and its suppression. @throws 404, and erases none, if one of them does not exist.
 */
export async function eraseContacts(
  platform: Platform,
  { tx, audit, actor }: Pick<OrgContext, 'tx' | 'audit'> & Partial<Pick<OrgContext, 'actor'>>,
  given: readonly string[],
  { undoneImport }: Erasure = {},
): Promise<{ erased: number }> {
  const ids = [...new Set(given)]
  const held = await lockContacts(tx, ids)
  if (held.length !== ids.length) throw notFound()
  const everyId = [...ids, ...(await formerIds(tx, ids))]
  const addresses = await everyAddress(platform, tx, held, everyId)
  const witnesses = await witness(platform, tx, everyId, { held, undoneImport })
  for (const { eraseContacts: erase } of contactExtensionsOf(platform)) await erase?.(tx, everyId, addresses, { held, undoneImport })
  if (undoneImport === undefined) await eraseNamed(platform, tx, [...everyId, ...addresses])
  await deleteEvents(tx, everyId)
  await deletePast(tx, everyId)
  await deletePassingTraces(tx, everyId, addresses)
  await eraseEffectsNaming(tx, addresses)
  await eraseJobs(platform, tx, { ids: everyId, addresses })
  await deleteContacts(tx, ids)
  const fingerprint = (address: string | null) => (address ? platform.hashAddress(address).toString('hex') : null)
  const erased = held.map(({ id, email, phone }) => ({ id, email: fingerprint(email), phone: fingerprint(phone) }))
  audit({ after: { erased } })
  const contacts = erased.map(({ id, email, phone }) => ({ id, emailHash: email, phoneHash: phone }))
  for (const done of witnesses) await done({ contacts, erasedBy: actor?.name ?? '' })
  return { erased: held.length }
}

async function witness(
  platform: Platform,
  tx: OrgContext['tx'],
  ids: readonly string[],
  erased: ErasedContacts,
): Promise<((done: ErasureDone) => Promise<void>)[]> {
  const witnesses = []
  for (const { witnessErasure } of contactExtensionsOf(platform)) if (witnessErasure) witnesses.push(await witnessErasure(tx, ids, erased))
  return witnesses
}

/** Present and former addresses of the contacts, without those that another contact has too. */
export async function everyAddress(
  platform: Platform,
  tx: OrgContext['tx'],
  held: readonly Pick<Contact, 'email' | 'phone'>[],
  ids: readonly string[],
): Promise<string[]> {
  const known = held.flatMap(({ email, phone }) => [email, phone]).filter((address) => address !== null)
  known.push(...(await listFormerAddresses(tx, ids)))
  for (const { formerAddresses } of contactExtensionsOf(platform)) known.push(...((await formerAddresses?.(tx, ids)) ?? []))
  const taken = await addressesOfOthers(tx, known, ids)
  return [...new Set(known.filter((address) => !taken.has(address)))]
}
