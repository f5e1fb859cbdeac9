import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface EntitiesSearch {
  q?: string
  status?: 'active' | 'draft' | 'deprecated' | 'archived'
  view?: 'list'
  /** The one of the open panel. */
  entity?: string
  /** The form of a new one is open. */
  create?: true
  /** The form of the one with this id is open. */
  edit?: string
  /** The one whose change is shown before it is activated. */
  change?: string
  /** The panel of limits is open. */
  limits?: true
}

/** Parses the page's URL and drops invalid values. */
export const parseEntitiesSearch = (search: Record<string, unknown>): EntitiesSearch =>
  withoutBlanks<EntitiesSearch>({
    q: textOf(search['q']),
    status: oneOf(['active', 'draft', 'deprecated', 'archived'], search['status']),
    view: oneOf(['list'], search['view']),
    entity: textOf(search['entity'], 40),
    create: flagOf(search['create']),
    edit: textOf(search['edit'], 40),
    change: textOf(search['change'], 40),
    limits: flagOf(search['limits']),
  })
