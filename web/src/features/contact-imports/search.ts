import { oneOf, withoutBlanks } from '../../lib/search-params.ts'

export interface ImportsSearch {
  /** The import on screen. */
  import?: string
  /** The last of the three steps; the one before unless given. */
  step?: 'consent'
  /** The campaign from which the user came and to which they return. */
  campaign?: string
}

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const idOf = (value: unknown) => (typeof value === 'string' && idShape.test(value) ? value : undefined)

export const validateImportsSearch = (search: Record<string, unknown>): ImportsSearch =>
  withoutBlanks<ImportsSearch>({
    import: idOf(search['import']),
    campaign: idOf(search['campaign']),
    step: oneOf(['consent'], search['step']),
  })
