import { lazyRouteComponent } from '@tanstack/react-router'
import type { ContactsSearch } from './contacts-search.ts'

export { parseContactsSearch } from './contacts-search.ts'
export const ContactsPage = lazyRouteComponent(() => import('./list/contacts-page.tsx'), 'ContactsPage')

/** Reads the first page and the counts ahead, without waiting. The code is loaded with them: nothing of it is in the first chunk. */
export function prefetchContacts(search: ContactsSearch): void {
  import('./api.ts').then(
    ({ prefetchContactsPage }) => prefetchContactsPage(search),
    (error: unknown) => console.warn('The contacts could not be read ahead.', error),
  )
}
