import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ContactsSearch } from './contacts-search.ts'

export type { NewField } from './fields/contact-field-dialog.tsx'
export { parseContactsSearch } from './contacts-search.ts'
export const ContactsPage = lazyRouteComponent(() => import('./list/contacts-page.tsx'), 'ContactsPage')

/** Defines a field of the organization's own. Few do while they import: its code comes when it opens. */
export const ContactFieldDialog = lazy(async () => ({ default: (await import('./fields/contact-field-dialog.tsx')).ContactFieldDialog }))

/** Reads the first page and the counts ahead, without waiting. The code is loaded with them: nothing of it is in the first chunk. */
export function prefetchContacts(search: ContactsSearch): void {
  import('./api.ts').then(
    ({ prefetchContactsPage }) => prefetchContactsPage(search),
    (error: unknown) => console.warn('The contacts could not be read ahead.', error),
  )
}
