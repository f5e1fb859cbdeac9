import { z } from 'zod'
import { schemaMessage } from '../kit/issue-texts.ts'
import { CustomValue, contactFieldLimits, contactFields } from './contact-fields.ts'
import { TimelineEntry, TimelineKind } from './contact-timeline.ts'
import { create, del, get, list, operations, post, put } from '../kit/operations.ts'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'
import { TimeZone } from '../organizations.ts'

export const contactSources = ['manual', 'import', 'api', 'form', 'reply', 'agent', 'workflow'] as const
export const ContactSource = z.enum(contactSources)
export type ContactSource = z.infer<typeof ContactSource>

export const contactLimits = { tags: 50, tagLength: 60, bulkIds: 500, eventFields: 20, eventTextLength: 1000 } as const

export const Contact = z
  .object({
    id: Id,
    /** Lower case. */
    email: z.string().nullable(),
    /** E.164: a plus, the country, the number. */
    phone: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    /** First and last name, else the email address, else the number. */
    name: z.string(),
    /** BCP 47. */
    locale: z.string().nullable(),
    /** IANA. */
    timeZone: z.string().nullable(),
    tags: z.array(z.string()),
    /** By the key of the field. */
    custom: z.record(z.string(), CustomValue),
    source: ContactSource,
    /** Which form, file or key. */
    sourceDetail: z.string(),
    /** `bounced`: email to the address bounced permanently. */
    emailState: z.enum(['active', 'bounced']),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Contact' })
export type Contact = z.infer<typeof Contact>

const Locale = z
  .string()
  .max(35)
  .refine((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1
    } catch {
      return false
    }
  }, 'Enter a language code such as "en" or "pt-BR"')

export const Tag = required(contactLimits.tagLength, 'A tag must not be empty')

const fields = {
  email: line(254).nullable(),
  phone: line(40).nullable(),
  firstName: line(100),
  lastName: line(100),
  locale: Locale.nullable(),
  timeZone: TimeZone.nullable(),
  tags: z.array(Tag).max(contactLimits.tags),
  /** Null takes a value away; keys that are not named stay as they are. */
  custom: z
    .record(z.string().max(40), z.union([text(contactFieldLimits.textLength), z.number(), z.boolean()]).nullable())
    .refine((values) => Object.keys(values).length <= contactFieldLimits.fields, 'Too many fields'),
}

export const CreateContactBody = z
  .strictObject({
    email: fields.email.default(null),
    phone: fields.phone.default(null),
    firstName: fields.firstName.default(''),
    lastName: fields.lastName.default(''),
    locale: fields.locale.default(null),
    timeZone: fields.timeZone.default(null),
    tags: fields.tags.default([]),
    custom: fields.custom.default({}),
  })
  .refine(({ email, phone }) => Boolean(email || phone), { path: ['email'], message: 'Enter an email address or a phone number' })
  .meta({ examples: [{ email: 'person@example.com' }] })

export const UpdateContactBody = z.strictObject({
  email: fields.email.optional(),
  phone: fields.phone.optional(),
  firstName: fields.firstName.optional(),
  lastName: fields.lastName.optional(),
  locale: fields.locale.optional(),
  timeZone: fields.timeZone.optional(),
  tags: fields.tags.optional(),
  custom: fields.custom.optional(),
  /** The value that was read; a stale write is rejected with 409. */
  updatedAt: Timestamp.optional(),
})

export const contactSorts = ['createdAt', 'name', 'email'] as const

const contactFilter = {
  /** Beginning of the name, the last name, the email address, its domain or the phone number. */
  q: text(200).optional(),
  tag: line(contactLimits.tagLength).min(1).optional(),
  source: ContactSource.optional(),
  /** `email`: an address that does not bounce; `bounced`: one that does; `phone`: a phone number. */
  reach: z.enum(['email', 'phone', 'bounced']).optional(),
  importId: Id.optional(),
  /** Exact match of the address or number; a number without a country code is read in the organization's country. */
  email: line(320).min(1).optional(),
  phone: line(40).min(1).optional(),
  /** Changed at this time or later. */
  updatedSince: Timestamp.optional(),
}
export const ContactFilter = z.strictObject(contactFilter)

export const ContactStats = z
  .object({
    /** How many contacts the filter matches. */
    matching: z.int(),
    total: z.int(),
    /** With an email address that does not bounce. */
    withEmail: z.int(),
    /** With one that it does. */
    bounced: z.int(),
    withPhone: z.int(),
    /** Created in the last 30 days. */
    added: z.int(),
  })
  .meta({ id: 'ContactStats' })

export const ContactTag = z.object({ tag: z.string(), count: z.int() }).meta({ id: 'ContactTag' })

export const ContactDuplicates = z
  .object({
    /** `phone`: the same number; `name`: the same name with addresses at the same domain. */
    reason: z.enum(['phone', 'name']),
    value: z.string(),
    contacts: z.array(Contact).max(10),
  })
  .meta({ id: 'ContactDuplicates' })
export type ContactDuplicates = z.infer<typeof ContactDuplicates>

/** Fields that the remaining contact may take from the other; custom fields as `custom.key`. */
const takenField = z.union([
  z.enum(['email', 'phone', 'firstName', 'lastName', 'locale', 'timeZone']),
  z.string().regex(/^custom\.[a-z][a-z0-9_]{0,39}$/, 'Not a contact field'),
])

/** Whether the product writes events of this name; an organization's events have other names. */
export const isOwnEvent = (type: string): boolean => /^(contact|consent|campaign|message|segment)\./.test(type)

export const ContactEventBody = z.strictObject({
  type: z
    .string()
    .regex(/^[a-z][a-z0-9_.-]{0,59}$/, 'Use lowercase letters, digits, dots, _ and -, starting with a letter')
    .refine((type) => !isOwnEvent(type), 'Names that begin like this are the product’s own'),
  data: z
    .record(z.string().min(1).max(40), z.union([text(contactLimits.eventTextLength), z.number(), z.boolean()]))
    .refine(
      (data) => Object.keys(data).length <= contactLimits.eventFields,
      schemaMessage('Must have at most {max} entries', { max: contactLimits.eventFields }),
    )
    .default({}),
})

const ids = z.array(Id).min(1).max(contactLimits.bulkIds)

export const contacts = operations(
  'contacts',
  { read: 'contacts:read', write: 'contacts:write' },
  {
    list: list('/contacts', 'List contacts', {
      row: Contact,
      filter: {
        ...contactFilter,
        sort: z.enum(contactSorts).default('createdAt'),
        direction: z.enum(['asc', 'desc']).default('desc'),
      },
      v1: true,
    }),
    stats: get('/contacts/stats', 'Count contacts', { query: ContactFilter, reply: ContactStats, v1: true }),
    tags: get('/contacts/tags', 'List the tags of contacts, the most used first', { reply: z.array(ContactTag).max(200), v1: true }),
    duplicates: get('/contacts/duplicates', 'List contacts that may be the same person', {
      reply: z.array(ContactDuplicates).max(100),
      v1: true,
    }),
    exportList: get('/contacts/export', 'Contacts as CSV: all, those that the filter finds, or those of a segment', {
      recentSignIn: true,
      access: 'contacts:export',
      query: z.strictObject({ ...contactFilter, segmentId: Id.optional() }),
      file: 'text/csv',
      errors: [404, 503],
      rate: { max: 10, perSeconds: 60 },
      transaction: false,
      audited: true,
      v1: true,
    }),
    ...contactFields,
    create: create('/contacts', 'Create a contact; an email address that another one has answers 409', {
      body: CreateContactBody,
      reply: Contact,
      idempotent: true,
      v1: true,
    }),
    bulk: post('/contacts/bulk', 'Add a tag to contacts, or remove it', {
      body: z.strictObject({ ids, action: z.enum(['add_tag', 'remove_tag']), tag: Tag }),
      reply: z.object({ changed: z.int() }),
      errors: [404, 409],
      v1: true,
    }),
    eraseMany: post('/contacts/erase', 'Erase many contacts with everything that is kept about them', {
      access: 'contacts:erase',
      body: z.strictObject({ ids }),
      reply: z.object({ erased: z.int() }),
      errors: [404, 409],
    }),
    read: get('/contacts/:id', 'Read a contact', { reply: Contact, v1: true }),
    update: put('/contacts/:id', 'Change a contact; what is not named stays as it is', {
      onNodes: true,
      body: UpdateContactBody,
      reply: Contact,
      errors: [409],
      v1: true,
    }),
    remove: del(
      '/contacts/:id',
      'Erase a contact and all data stored about them; that the address must not be reached stays, by its hash',
      { access: 'contacts:erase', errors: [409] },
    ),
    merge: post('/contacts/:id/merge', 'Merge two contacts: the other one’s history comes along, and it is gone afterwards', {
      body: z.strictObject({
        /** The contact to merge into the contact of the path. */
        otherId: Id,
        /** Fields that take the other contact's value. Empty fields are filled from it anyway; tags are united. */
        take: z.array(takenField).max(110).default([]),
      }),
      reply: Contact,
      errors: [409],
      v1: true,
    }),
    timeline: list(
      '/contacts/:id/timeline',
      'What happened with a contact, newest first, as far as the reader may see it where it is kept',
      { row: TimelineEntry, filter: { kind: TimelineKind.optional() }, v1: true },
    ),
    recordEvent: create('/contacts/:id/events', 'Record that something happened with a contact, for the timeline and for segments', {
      body: ContactEventBody,
      reply: TimelineEntry,
      errors: [],
      idempotent: true,
      v1: true,
    }),
    exportOne: get('/contacts/:id/export', 'All data stored about a contact, as JSON', {
      recentSignIn: true,
      access: 'contacts:export',
      file: 'application/json',
      rate: { max: 60, perSeconds: 60 },
      audited: true,
      v1: true,
    }),
  },
)
