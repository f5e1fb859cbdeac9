import type { z } from 'zod'
import type { Contact, ContactSource, CreateContactBody } from '@imperium/contract/contacts/contacts.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import { AppError } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertContact } from './create-contact-from.ts'
import { listFields } from './fields/field-store.ts'
import { readCustom, readEmail, readLocale, readNumber, readTags, refuseFaults, requireAddress } from './read-contact-input.ts'
import { phoneReaderOf } from './read-phone.ts'
import { findContact, findContactByEmail } from './store.ts'

/** @throws 422 by field; 409 CONTACT_EXISTS, naming the contact, where another one has the email address. */
export async function createContact(
  platform: Platform,
  { tx, actor, key, audit }: OrgContext,
  body: z.output<typeof CreateContactBody>,
): Promise<Contact> {
  const errors: FieldError[] = []
  const email = readEmail(body.email, errors)
  const phone = await readNumber(body.phone, () => phoneReaderOf(tx), errors)
  const custom = readCustom(Object.keys(body.custom).length ? await listFields(tx) : [], {}, body.custom, errors)
  requireAddress(email, phone, errors)
  refuseFaults(errors)
  const source: ContactSource = key ? 'api' : 'manual'
  const id = await insertContact(platform, tx, {
    ...body,
    email,
    phone,
    custom,
    locale: readLocale(body.locale),
    tags: readTags(body.tags),
    source,
    sourceDetail: key ? actor.name : '',
    actorName: actor.name,
  })
  if (!id) throw await addressTaken(tx, email ?? '')
  const contact = await findContact(tx, id)
  if (!contact) throw new Error('the new contact cannot be read')
  // The record outlives the person's erasure: it says what was done, and nothing of the person.
  audit({ targetId: id, after: { source, given: givenFields(body) } })
  return contact
}

/** Another contact has the email address: the answer names it, and its id, for programs that change it then. */
export async function addressTaken(tx: OrgContext['tx'], email: string): Promise<AppError> {
  const known = await findContactByEmail(tx, email)
  const text = known
    ? message('{name} has this email address already.', { name: known.name })
    : 'Another contact has this email address already.'
  return new AppError('CONTACT_EXISTS', 409, text, {
    errors: [{ path: 'email', ...worded(text) }],
    ...(known ? { existingId: known.id } : {}),
  })
}

const givenFields = (body: object): string[] =>
  Object.entries(body)
    .filter(([, value]) => (typeof value === 'object' ? value !== null && Object.keys(value as object).length > 0 : value !== ''))
    .map(([name]) => name)
