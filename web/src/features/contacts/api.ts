import type { QueryClient } from '@tanstack/react-query'
import { consents } from '@imperium/contract/contacts/consents.ts'
import { ContactSource, contactLimits, contactSorts, contacts } from '@imperium/contract/contacts/contacts.ts'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import type { TimelineKind } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import type { Data, Page } from '@imperium/contract/kit/endpoint.ts'
import { call, keyOf, pages, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import type { ContactsSearch } from './contacts-search.ts'

export type ContactCounts = Data<typeof contacts.stats>

const pageRows = 100

/** The sort order in the URL; newest first when it is missing or unknown. */
export function orderOf({ sort = '' }: ContactsSearch): { sort: (typeof contactSorts)[number]; direction: 'asc' | 'desc' } {
  const found = contactSorts.find((each) => each === sort.replace(/^-/, ''))
  if (!found) return { sort: 'createdAt', direction: 'desc' }
  return { sort: found, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filter in the URL, without unknown values. */
export function filterOf({ q, tag, source, reach, importId }: ContactsSearch) {
  const known = ContactSource.safeParse(source)
  return {
    ...(q ? { q } : {}),
    ...(tag ? { tag } : {}),
    ...(known.success ? { source: known.data } : {}),
    ...(reach ? { reach } : {}),
    ...(importId && idShape.test(importId) ? { importId } : {}),
  }
}

const loadFailed = { failure: t('Failed to load contacts') } as const
/** Shown in place, so without a toast. */
const inPlace = { silent: true } as const

export const contactsQuery = (search: ContactsSearch) => ({
  ...pages(contacts.list, { query: { ...filterOf(search), ...orderOf(search), limit: pageRows } }),
  meta: loadFailed,
})
export const contactStatsQuery = (search: ContactsSearch) => ({ ...query(contacts.stats, { query: filterOf(search) }), meta: loadFailed })
export const importQuery = (id: string) => ({ ...query(contactImports.read, { params: { id } }), meta: inPlace })
export const tagsQuery = { ...query(contacts.tags), meta: inPlace }
export const fieldsQuery = { ...query(contacts.fields), meta: inPlace }
export const purposesQuery = { ...query(consents.listPurposes), meta: inPlace }
export const duplicatesQuery = { ...query(contacts.duplicates), meta: inPlace }
export const contactQuery = (id: string) => ({ ...query(contacts.read, { params: { id } }), meta: inPlace })
export const timelineQuery = (id: string, kind: TimelineKind | null) => ({
  ...pages(contacts.timeline, { params: { id }, query: { limit: 50, ...(kind === null ? {} : { kind }) } }),
  staleTime: 0,
  meta: inPlace,
})
/** Contacts that start with the text, to choose one. */
export const findQuery = (q: string) => ({
  ...query(contacts.list, { query: { ...(q ? { q } : {}), sort: 'name', direction: 'asc', limit: 20 } }),
  meta: inPlace,
})

/** Reads ahead for the page, without waiting. */
export function prefetchContactsPage(search: ContactsSearch): void {
  void queryClient.prefetchInfiniteQuery(contactsQuery(search))
  void queryClient.prefetchQuery(contactStatsQuery(search))
}

/** The ids of all contacts that a filter matches, as many as one bulk operation takes. */
export async function collectIds(search: ContactsSearch): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(200, contactLimits.bulkIds - ids.length)
    const page: Page<Contact[]> = await call(contacts.list, {
      query: { ...filterOf(search), ...orderOf(search), limit, ...(cursor === null ? {} : { cursor }) },
    })
    ids.push(...page.rows.map((contact) => contact.id))
    cursor = page.nextCursor
  } while (cursor !== null && ids.length < contactLimits.bulkIds)
  return ids
}

/** Refetches all contact data; drops deleted contacts first, so that they are not requested again. */
export function refreshContacts(client: QueryClient, gone: readonly string[] = []): void {
  for (const id of gone) {
    client.removeQueries({ queryKey: contactQuery(id).queryKey })
    client.removeQueries({ queryKey: [...keyOf(contacts.timeline), 'pages', { params: { id } }] })
  }
  void client.invalidateQueries({ queryKey: ['contacts'] })
}
