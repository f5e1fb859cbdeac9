import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ContactsSearch } from './contacts-search.ts'

export type { NewField } from './fields/contact-field-dialog.tsx'
export { keyOfLabel } from './fields/key-of-label.ts'
export { parseContactsSearch } from './contacts-search.ts'
export const ContactsPage = lazyRouteComponent(() => import('./list/contacts-page.tsx'), 'ContactsPage')

/** Defines a custom field. Rarely used during an import, so its code loads when it opens. */
export const ContactFieldDialog = lazy(async () => ({ default: (await import('./fields/contact-field-dialog.tsx')).ContactFieldDialog }))

/** Prefetches the first page, the counts and the code without waiting. Keeps the code out of the first chunk. */
export function prefetchContacts(search: ContactsSearch): void {
  import('./api.ts').then(
    ({ prefetchContactsPage }) => prefetchContactsPage(search),
    (error: unknown) => console.warn('The contacts could not be read ahead.', error),
  )
}
