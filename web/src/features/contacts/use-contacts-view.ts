import { getRouteApi } from '@tanstack/react-router'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import type { ContactsSearch } from './contacts-search.ts'

const route = getRouteApi('/org/$orgSlug/contacts/')

export interface ContactsView {
  search: ContactsSearch
  /** Changes the address; `replace` makes no step to go back to. The list stays where it was scrolled to. */
  change: ChangeSearch<ContactsSearch>
  openContact: (id: string) => void
  closeContact: () => void
}

/** What the page shows, read from the address, and how to change it. */
export function useContactsView(): ContactsView {
  const search = route.useSearch()
  const change = changeSearch<ContactsSearch>(route.useNavigate())
  return {
    search,
    change,
    openContact: (id) => change({ contact: id, tab: undefined, dialog: undefined }),
    closeContact: () => change({ contact: undefined, tab: undefined }),
  }
}
