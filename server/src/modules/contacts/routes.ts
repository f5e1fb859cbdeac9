import { contactLimits, contacts } from '@imperium/contract/contacts/contacts.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordContactEvents } from './timeline/contact-events.ts'
import { createContact } from './create-contact.ts'
import { eraseContacts } from './erasure/erase-contacts.ts'
import { exportContact, exportContactList } from './export-contacts.ts'
import { listFields } from './fields/field-store.ts'
import { listDuplicates } from './merging/list-duplicates.ts'
import { listTimeline } from './timeline/list-timeline.ts'
import type { TimelineMark } from './timeline/list-timeline.ts'
import { createField, removeField, updateField } from './fields/manage-fields.ts'
import { mergeContacts } from './merging/merge-contacts.ts'
import { numberStartOf, phoneReaderOf } from './read-phone.ts'
import * as store from './store.ts'
import type { ContactRowFilter } from './store.ts'
import { tagContacts, updateContact } from './update-contact.ts'

const tagsShown = 200
const thirtyDays = 30 * 86_400_000

export const contactOperations = (platform: Platform) =>
  bindOperations(contacts, {
    list: async ({ query }, { tx, org }) => {
      const { limit, cursor, sort, direction, ...filter } = query
      const scope = { orgId: org.id, list: 'contacts', filter: { ...filter, sort, direction } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await store.listContacts(tx, { filter: await asKept(tx, filter), sort, direction, limit, after })
      return { rows, nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    stats: async ({ query }, { tx }) =>
      store.contactStats(tx, await asKept(tx, query), new Date(platform.clock.now().getTime() - thirtyDays)),
    tags: (_input, { tx }) => store.contactTags(tx, tagsShown),
    duplicates: (_input, { tx }) => listDuplicates(tx),
    exportList: async ({ query }, context) => {
      context.audit({ after: { filtered: Object.keys(query) } })
      return exportContactList(context, await context.inOrg((tx) => asKept(tx, query)), platform.clock.now())
    },
    fields: (_input, { tx }) => listFields(tx),
    createField: ({ body }, context) => createField(context, body),
    updateField: ({ params, body }, context) => updateField(platform, context, params.id, body),
    removeField: ({ params }, context) => removeField(platform, context, params.id),
    create: ({ body }, context) => createContact(platform, context, body),
    bulk: ({ body }, context) => tagContacts(context, body.ids, body.action, body.tag, contactLimits.tags),
    eraseMany: ({ body }, context) => eraseContacts(platform, context, body.ids),
    read: async ({ params }, { tx }) => (await store.findContact(tx, params.id)) ?? refuse(),
    update: ({ params, body }, context) => updateContact(platform, context, params.id, body),
    remove: async ({ params }, context) => {
      await eraseContacts(platform, context, [params.id])
      return null
    },
    merge: ({ params, body }, context) => mergeContacts(platform, context, params.id, body),
    timeline: async ({ params, query }, context) => {
      if (!(await store.contactExists(context.tx, params.id))) throw notFound()
      const { limit, cursor, kind } = query
      const scope = { orgId: context.org.id, list: 'contacts.timeline', filter: { id: params.id, kind } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as TimelineMark) : null
      const { rows, next } = await listTimeline(platform, context, { contactId: params.id, kind, after, limit })
      return { rows, nextCursor: next ? platform.cursors.encode(scope, next) : null }
    },
    recordEvent: async ({ params, body }, { tx, actor, audit }) => {
      if (!(await store.contactExists(tx, params.id))) throw notFound()
      const at = platform.clock.now()
      const [id = ''] = await recordContactEvents(tx, [{ contactId: params.id, at, actorName: actor.name, ...body }])
      audit({ after: { type: body.type } })
      return { id, at: at.toISOString(), kind: 'events', type: body.type, title: '', actor: actor.name, detail: body.data, link: null }
    },
    exportOne: ({ params }, context) => exportContact(platform, context, params.id),
  })

function refuse(): never {
  throw notFound()
}

type Request = Pick<ContactRowFilter, 'q' | 'email' | 'phone'>

/** Addresses are looked for in the form in which they are kept; so is a number in `q` that is typed as at home. */
async function asKept<F extends Request>(tx: OrgContext['tx'], filter: F): Promise<F & Request & Pick<ContactRowFilter, 'numberStart'>> {
  const { q, email, phone } = filter
  const read = phone === undefined ? null : await phoneReaderOf(tx)
  return {
    ...filter,
    ...(q === undefined ? {} : { numberStart: await numberStartOf(tx, q) }),
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    // An invalid number matches no contact.
    ...(phone === undefined ? {} : { phone: read?.(phone) ?? phone }),
  }
}
