import { textOf, withoutBlanks } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface HierarchySearch {
  q?: string
  /** The node in the detail panel. */
  node?: string
  /** The form of a new node is open: below the node with this id, or below the root (`root`). */
  create?: string
  /** The form of the node with this id is open. */
  edit?: string
  /** The dialog that moves the node with this id is open. */
  move?: string
  /** The node that it is to be moved below. */
  to?: string
  /** The dialog that deletes the node with this id is open. */
  remove?: string
}

/** Parses the page's URL and drops invalid values. */
export const parseHierarchySearch = (search: Record<string, unknown>): HierarchySearch =>
  withoutBlanks<HierarchySearch>({
    q: textOf(search['q']),
    node: textOf(search['node'], 40),
    create: textOf(search['create'], 40),
    edit: textOf(search['edit'], 40),
    move: textOf(search['move'], 40),
    to: textOf(search['to'], 40),
    remove: textOf(search['remove'], 40),
  })

/** What the parts of the page share. */
export interface HierarchyParts {
  search: HierarchySearch
  change: ChangeSearch<HierarchySearch>
  /** Why the hierarchy cannot be changed now; undefined if it can. */
  refusal: string | undefined
  mayManage: boolean
}
