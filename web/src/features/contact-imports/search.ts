export interface ImportsSearch {
  /** The import on screen. */
  import?: string
}

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const validateImportsSearch = (search: Record<string, unknown>): ImportsSearch =>
  typeof search['import'] === 'string' && idShape.test(search['import']) ? { import: search['import'] } : {}
