import { apiPlayground } from '@imperium/contract/api-playground.ts'
import { query } from '../../lib/api.ts'

/** Neither changes while the server runs. */
export const referenceQuery = { ...query(apiPlayground.reference), staleTime: Infinity, meta: { silent: true } }
export const partQuery = (tag: string) => ({
  ...query(apiPlayground.referenceOf, { params: { tag } }),
  staleTime: Infinity,
  meta: { silent: true },
})
