import { getRouteApi } from '@tanstack/react-router'
import type { ContactsSearch, ContactsSearchChange } from './contacts-search.ts'
import { withoutBlanks } from '../../lib/search-params.ts'

const route = getRouteApi('/org/$orgSlug/contacts/')

export interface ContactsView {
  search: ContactsSearch
  /** Changes the address; `replace` makes no step to go back to. The list stays where it was scrolled to. */
  change: (next: ContactsSearchChange, replace?: boolean) => void
  openContact: (id: string) => void
  closeContact: () => void
}

/** What the page shows, read from the address, and how to change it. */
export function useContactsView(): ContactsView {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: ContactsSearchChange, replace = false) =>
    void navigate({ search: (now) => withoutBlanks({ ...now, ...next }), replace, resetScroll: false })
  return {
    search,
    change,
    openContact: (id) => change({ contact: id, tab: undefined, dialog: undefined }),
    closeContact: () => change({ contact: undefined, tab: undefined }),
  }
}
