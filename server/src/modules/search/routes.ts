import { search } from '@imperium/contract/search.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { findEverywhere } from './find-everywhere.ts'

export const searchOperations = bindOperations(search, {
  find: ({ query }, { tx, may, caller, key }) =>
    findEverywhere(
      tx,
      { may, viewer: { userId: caller.userId, contactsOnly: key !== null, keyId: key?.id ?? null } },
      query.q,
      query.limit,
    ),
})
