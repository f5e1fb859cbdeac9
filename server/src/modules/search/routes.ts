import { search } from '@imperium/contract/search.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { findEverywhere } from './find-everywhere.ts'

export const searchOperations = bindOperations(search, {
  find: ({ query }, { tx, role }) => findEverywhere(tx, role, query.q, query.limit),
})
