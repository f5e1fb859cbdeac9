import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface RecordsSearch {
  q?: string
  /** Name of a field, with `-` in front for descending. Default: newest first. */
  sort?: string
  /** Conditions, as the API takes them. */
  filter?: string
  trash?: 'true'
  /** The one of the open panel. */
  record?: string
  /** The form of a new one is open. */
  create?: true
  /** The form of the one with this id is open. */
  edit?: string
}

/** A parameter that the router may have read as JSON. */
const jsonOf = (value: unknown): string | undefined => (Array.isArray(value) ? JSON.stringify(value) : textOf(value, 8_000))

/** Parses the page's URL and drops invalid values. */
export const parseRecordsSearch = (search: Record<string, unknown>): RecordsSearch =>
  withoutBlanks<RecordsSearch>({
    q: textOf(search['q']),
    sort: textOf(search['sort'], 41),
    filter: jsonOf(search['filter']),
    trash: oneOf(['true'], search['trash']),
    record: textOf(search['record'], 40),
    create: flagOf(search['create']),
    edit: textOf(search['edit'], 40),
  })
