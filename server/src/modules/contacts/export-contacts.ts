import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { csvExport } from '../../platform/resources/csv-export.ts'
import { contactExtensionsOf } from './contact-extensions.ts'
import { recordContactEvents } from './timeline/contact-events.ts'
import { groupOf } from './contact-groups.ts'
import { everyAddress } from './erasure/erase-contacts.ts'
import { listFields } from './fields/field-store.ts'
import { idsOfContact } from './merging/merge-store.ts'
import { findContact, listContactsById } from './store.ts'
import type { ContactRowFilter } from './store.ts'
import { listEvents, listPast } from './timeline/timeline-store.ts'

const batch = 1_000
const head = [
  'Id',
  'Email',
  'Phone',
  'First name',
  'Last name',
  'Language',
  'Time zone',
  'Tags',
  'Source',
  'Email state',
  'Created',
  'Changed',
]

export interface ListedContacts extends ContactRowFilter {
  /** Only those of this segment, as it is while the file is read. */
  segmentId?: string | undefined
}

/** The filtered contacts as CSV, read and sent batch by batch, so that their number does not matter; own fields follow, by key. */
export async function exportContactList(
  { inOrg }: Pick<OrgContext, 'inOrg'>,
  { segmentId, ...filter }: ListedContacts,
  now: Date,
): Promise<FileResponse> {
  const fields = await inOrg(listFields)
  const pageOf = segmentId === undefined ? allContacts(filter) : await inOrg((tx) => contactsOfSegment(tx, segmentId, filter))
  const cells = (contact: Contact) => {
    const { id, email, phone, firstName, lastName, locale, timeZone, tags, source, emailState, createdAt, updatedAt } = contact
    const row = [id, email, phone, firstName, lastName, locale, timeZone, tags.join(', '), source, emailState, createdAt, updatedAt]
    return [...row, ...fields.map(({ key }) => (Object.hasOwn(contact.custom, key) ? String(contact.custom[key]) : null))]
  }
  return csvExport<Contact, string>({
    name: 'contacts',
    now,
    head: [...head, ...fields.map((field) => field.key)],
    cells,
    read: (after) => inOrg((tx) => pageOf(tx, after)),
  })
}

interface ContactPage {
  rows: Contact[]
  /** After which contact to go on; null at the end. */
  next: string | null
}
type ReadPage = (tx: OrgTx, after: string | null) => Promise<ContactPage>

const allContacts =
  (filter: ContactRowFilter): ReadPage =>
  async (tx, after) => {
    const rows = await listContactsById(tx, filter, after, batch)
    return { rows, next: rows.length < batch ? null : (rows.at(-1)?.id ?? null) }
  }

/** @throws 404 for a segment that is not there, 422 where its rules name what is not there any more. */
async function contactsOfSegment(tx: OrgTx, segmentId: string, filter: ContactRowFilter): Promise<ReadPage> {
  const segment = groupOf('segment')
  // Before the answer begins: an error after its first line could not be sent.
  await segment.page(tx, segmentId, null, 1)
  return async (reading, after) => {
    const ids = await segment.page(reading, segmentId, after, batch)
    return {
      rows: await listContactsById(reading, { ...filter, ids }, null, batch),
      next: ids.length < batch ? null : (ids.at(-1) ?? null),
    }
  }
}

const mostEvents = 10_000

/** Everything that the product keeps about one person, in sections by module. @throws 404. */
export async function exportContact(platform: Platform, { tx, actor, audit }: OrgContext, id: string): Promise<FileResponse> {
  const contact = await findContact(tx, id)
  if (!contact) throw notFound()
  const ids = await idsOfContact(tx, id)
  const addresses = await everyAddress(platform, tx, [contact], ids)
  const names = [...ids, ...addresses]
  const sections: Record<string, readonly object[]> = {
    events: await listEvents(tx, id, mostEvents),
    earlierCampaignMessages: await listPast(tx, ids),
  }
  for (const extension of contactExtensionsOf(platform))
    for (const [name, rows] of Object.entries((await extension.exportContact?.(tx, id, names)) ?? {})) sections[name] = rows
  audit({ targetId: id })
  await recordContactEvents(tx, [{ contactId: id, type: 'contact.exported', actorName: actor.name }])
  const content = JSON.stringify({ exportedAt: platform.clock.now(), contact, ...sections }, null, 2)
  return { content, fileName: `contact-${id}.json` }
}
