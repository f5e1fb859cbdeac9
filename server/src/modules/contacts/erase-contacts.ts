import { notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { companionsOf } from './companions.ts'
import { deleteConsents, deleteImportTraces, deletePassingTraces } from './erase-store.ts'
import { formerIds } from './merge-store.ts'
import { deleteContacts, lockContacts } from './store.ts'
import { deleteEvents } from './timeline-store.ts'

/**
 * Erases people everywhere: every module's rows, the timeline, consent, what imports and repeated requests kept, and the contacts. What
 * stays is the audit row, with a keyed hash of the address. @throws 404, and erases none, where one of them is not there.
 */
export async function eraseContacts(
  platform: Platform,
  { tx, audit }: Pick<OrgContext, 'tx' | 'audit'>,
  given: readonly string[],
): Promise<{ erased: number }> {
  const ids = [...new Set(given)]
  const held = await lockContacts(tx, ids)
  if (held.length !== ids.length) throw notFound()
  const everyId = [...ids, ...(await formerIds(tx, ids))]
  for (const { eraseContacts: erase } of companionsOf(platform)) await erase?.(tx, everyId)
  const emails = held.flatMap(({ email }) => (email ? [email] : []))
  const phones = held.flatMap(({ phone }) => (phone ? [phone] : []))
  await deleteEvents(tx, everyId)
  await deleteConsents(tx, everyId)
  await deleteImportTraces(tx, everyId, [...emails, ...phones])
  await deletePassingTraces(tx, everyId, emails, phones)
  await deleteContacts(tx, ids)
  const fingerprint = (address: string | null) => (address ? platform.hashAddress(address).toString('hex') : null)
  audit({ after: { erased: held.map(({ id, email, phone }) => ({ id, email: fingerprint(email), phone: fingerprint(phone) })) } })
  return { erased: held.length }
}
