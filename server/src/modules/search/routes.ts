import { search } from '@imperium/contract/search.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { findEverywhere } from './find-everywhere.ts'

export const searchOperations = bindOperations(search, {
  find: ({ query }, { tx, may }) => findEverywhere(tx, may, query.q, query.limit),
})
