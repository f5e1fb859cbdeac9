import { withoutBlanks } from '../../lib/search-params.ts'

export interface ImportsSearch {
  /** The import on screen. */
  import?: string
  /** The campaign that somebody came from, and goes back to. */
  campaign?: string
}

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const idOf = (value: unknown) => (typeof value === 'string' && idShape.test(value) ? value : undefined)

export const validateImportsSearch = (search: Record<string, unknown>): ImportsSearch =>
  withoutBlanks<ImportsSearch>({ import: idOf(search['import']), campaign: idOf(search['campaign']) })
