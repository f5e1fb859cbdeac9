import { search } from '@imperium/contract/search.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findEverywhere } from './find-everywhere.ts'

export const searchOperations = (platform: Platform) =>
  bindOperations(search, {
    find: ({ query }, { tx, may, caller, key }) =>
      findEverywhere(
        platform,
        tx,
        { may, viewer: { userId: caller.userId, contactsOnly: key !== null, keyId: key?.id ?? null } },
        query.q,
        query.limit,
      ),
  })
