import type { Suppression, SuppressionChannel } from '@imperium/contract/contacts/consents.ts'
import { consentLimits } from '@imperium/contract/contacts/consents.ts'
import { createBreather } from '../../../platform/breathe.ts'
import { invalid } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { addressReader, splitList } from './read-addresses.ts'
import { suppress, suppressMany } from './suppress.ts'
import { deleteSuppression, findSuppression } from './suppression-store.ts'

const unreadable: Record<SuppressionChannel, string> = {
  email: 'Invalid email address',
  sms: 'Not a phone number. Write it with + and the country, such as +44 20 7946 0958.',
  whatsapp: 'Not a phone number. Write it with + and the country, such as +44 20 7946 0958.',
}

/** @throws 422 for what is no address. An address that is on the list already stays as it is there. */
export async function addOne(
  platform: Platform,
  { tx, actor, audit }: OrgContext,
  { channel, address: given, detail }: { channel: SuppressionChannel; address: string; detail: string },
): Promise<Suppression> {
  const address = (await addressReader(tx, channel))(given)
  if (!address) throw invalid([{ path: 'address', message: unreadable[channel] }])
  await suppress(platform, tx, { channel, address, reason: 'manual', detail, createdBy: actor.name })
  const written = await findSuppression(tx, channel, platform.hashAddress(address))
  if (!written) throw new Error('the suppression cannot be read')
  audit({ targetId: written.id, targetName: written.hint, after: { channel, reason: written.reason, detail } })
  return written
}

const atOnce = 1_000
const examplesShown = 5_000

/** @throws 422 for a list that is too long. What is no address is told, and the others are added. */
export async function addMany(
  platform: Platform,
  { tx, actor, audit }: OrgContext,
  { channel, addresses: given, detail }: { channel: SuppressionChannel; addresses: string; detail: string },
): Promise<{ added: number; alreadyThere: number; invalid: number; examples: string[] }> {
  const parts = splitList(given)
  if (parts.length > consentLimits.pastedLines) throw invalid([{ path: 'addresses', message: 'Paste at most 10,000 addresses at a time' }])
  const read = await addressReader(tx, channel)
  const breathe = createBreather()
  const pairs: { text: string; address: string | null }[] = []
  for (const text of parts) {
    pairs.push({ text, address: read(text) })
    await breathe()
  }
  const addresses = [...new Set(pairs.flatMap(({ address }) => (address ? [address] : [])))]
  const wrong = pairs.filter(({ address }) => !address)
  let added = 0
  for (let start = 0; start < addresses.length; start += atOnce) {
    const slice = addresses.slice(start, start + atOnce)
    const list = slice.map((address) => ({ channel, address, reason: 'imported' as const, detail, createdBy: actor.name }))
    added += await suppressMany(platform, tx, list)
  }
  const result = { added, alreadyThere: addresses.length - added, invalid: wrong.length }
  audit({ after: { channel, detail, ...result } })
  return { ...result, examples: wrong.slice(0, examplesShown).map(({ text }) => text.slice(0, 80)) }
}

/** The hashes that an address could stand under; by its form it is an email address or a number. @throws 422 for neither. */
export async function hashesOf(platform: Platform, tx: OrgTx, given: string): Promise<Buffer[]> {
  const read = await addressReader(tx, given.includes('@') ? 'email' : 'sms')
  const address = read(given)
  if (!address) throw invalid([{ path: 'address', message: 'Enter a full email address or phone number' }])
  return [platform.hashAddress(address)]
}

/** @throws 404 */
export async function removeOne({ tx, actor, audit }: OrgContext, id: string, reason: string): Promise<void> {
  const removed = found(await deleteSuppression(tx, id, { actorName: actor.name, detail: reason }))
  audit({ targetName: removed.hint, before: removed, after: { reason } })
}
