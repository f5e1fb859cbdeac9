import type { Contact, ContactFilter } from '@imperium/contract/contacts.ts'
import type { FileAnswer } from '@imperium/contract/kit/endpoint.ts'
import type { z } from 'zod'
import { csvLine } from '../../platform/csv.ts'
import { notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { companionsOf } from './companions.ts'
import { everyAddress } from './erase-contacts.ts'
import { listFields } from './field-store.ts'
import { idsOfContact } from './merge-store.ts'
import { findContact, listContactsById } from './store.ts'
import { listEvents } from './timeline-store.ts'

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

/** The filtered contacts as CSV, read and sent batch by batch, so that their number does not matter; own fields follow, by key. */
export async function exportContactList(
  { inOrg }: Pick<OrgContext, 'inOrg'>,
  filter: z.output<typeof ContactFilter>,
  now: Date,
): Promise<FileAnswer> {
  const fields = await inOrg(listFields)
  const cells = (contact: Contact) => {
    const { id, email, phone, firstName, lastName, locale, timeZone, tags, source, emailState, createdAt, updatedAt } = contact
    const told = [id, email, phone, firstName, lastName, locale, timeZone, tags.join(', '), source, emailState, createdAt, updatedAt]
    return [...told, ...fields.map(({ key }) => (Object.hasOwn(contact.custom, key) ? String(contact.custom[key]) : null))]
  }
  async function* lines(): AsyncGenerator<string> {
    yield csvLine([...head, ...fields.map((field) => field.key)])
    let after: string | null = null
    for (;;) {
      const from: string | null = after
      const contacts: Contact[] = await inOrg((tx) => listContactsById(tx, filter, from, batch))
      if (contacts.length > 0) yield contacts.map((contact) => csvLine(cells(contact))).join('')
      after = contacts.at(-1)?.id ?? null
      if (contacts.length < batch) return
    }
  }
  return { content: lines(), fileName: `contacts-${now.toISOString().slice(0, 10)}.csv` }
}

const mostEvents = 10_000

/** Everything that the product keeps about one person, in sections by module. @throws 404. */
export async function exportContact(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<FileAnswer> {
  const contact = await findContact(tx, id)
  if (!contact) throw notFound()
  const ids = await idsOfContact(tx, id)
  const names = [...ids, ...(await everyAddress(platform, tx, [contact], ids))]
  const sections: Record<string, readonly object[]> = { events: await listEvents(tx, id, null, mostEvents) }
  for (const companion of companionsOf(platform))
    for (const [name, rows] of Object.entries((await companion.exportContact?.(tx, id, names)) ?? {})) sections[name] = rows
  audit({ targetId: id })
  const content = JSON.stringify({ exportedAt: platform.clock.now(), contact, ...sections }, null, 2)
  return { content, fileName: `contact-${id}.json` }
}
