import { getRouteApi } from '@tanstack/react-router'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import type { ContactsSearch } from './contacts-search.ts'

const route = getRouteApi('/org/$orgSlug/contacts/')

export interface ContactsView {
  search: ContactsSearch
  /** Changes the URL; `replace` adds no history entry. Keeps the scroll position of the list. */
  change: ChangeSearch<ContactsSearch>
  openContact: (id: string) => void
  closeContact: () => void
}

/** The page's state from the URL, and functions to change it. */
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
