import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface RecordsSearch {
  q?: string
  /** Name of a field, with `-` in front for descending. Default: newest first. */
  sort?: string
  /** Conditions, as the API takes them. */
  filter?: string
  trash?: 'true'
  /** How the records are shown; a table unless given. */
  layout?: 'board' | 'calendar'
  /** Name of the field that a board or calendar is arranged by. */
  by?: string
  /** The month of a calendar: `2026-11`. */
  month?: string
  /** The saved view that was opened last. */
  view?: string
  /** The import of a file is open. */
  import?: true
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
    layout: oneOf(['board', 'calendar'], search['layout']),
    by: textOf(search['by'], 40),
    month: /^\d{4}-\d{2}$/.test(textOf(search['month']) ?? '') ? textOf(search['month']) : undefined,
    view: textOf(search['view'], 40),
    import: flagOf(search['import']),
    record: textOf(search['record'], 40),
    create: flagOf(search['create']),
    edit: textOf(search['edit'], 40),
  })
