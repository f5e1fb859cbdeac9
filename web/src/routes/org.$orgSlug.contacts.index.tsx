import { createFileRoute } from '@tanstack/react-router'
import { ContactsPage, parseContactsSearch, prefetchContacts } from '../features/contacts/index.ts'

export const Route = createFileRoute('/org/$orgSlug/contacts/')({
  validateSearch: parseContactsSearch,
  // Only the list's parameters: opening a contact does not refetch the list.
  loaderDeps: ({ search: { contact: _contact, tab: _tab, dialog: _dialog, ...list } }) => list,
  loader: ({ deps }) => prefetchContacts(deps),
  component: ContactsPage,
})
