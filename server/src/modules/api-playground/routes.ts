import { apiPlayground, playgroundLimits } from '@imperium/contract/api-playground.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { createPlaygroundKey } from '../api-keys/index.ts'
import { callPage, deleteCalls, toCall } from './call-store.ts'
import { createCollection, listCollections, removeCollection, renameCollection } from './change-collections.ts'
import { changeRequest, removeRequest, saveRequest } from './change-requests.ts'
import { describePart, publicOperations } from './describe-reference.ts'
import { recordCall } from './record-call.ts'
import { findRequest, toSavedRequest } from './request-store.ts'

export const apiPlaygroundOperations = (platform: Platform) =>
  bindOperations(apiPlayground, {
    createToken: async ({ body }, context) => {
      const expiresAt = new Date(platform.clock.now().getTime() + playgroundLimits.tokenMinutes * 60_000)
      const { id, name, plainKey } = await createPlaygroundKey(platform, context, { scopes: body.scopes, expiresAt })
      context.audit({ targetId: id, targetName: name, after: { scopes: body.scopes, expiresAt } })
      return { token: plainKey, expiresAt: expiresAt.toISOString(), scopes: body.scopes }
    },
    collections: (_input, { tx }) => listCollections(tx),
    createCollection: ({ body }, context) => createCollection(context, body.name),
    renameCollection: ({ params, body }, context) => renameCollection(platform, context, params.id, body.name),
    removeCollection: ({ params }, context) => removeCollection(context, params.id),
    readRequest: async ({ params }, { tx }) => toSavedRequest(found(await findRequest(tx, params.id))),
    saveRequest: ({ body }, context) => saveRequest(context, body),
    changeRequest: ({ params, body }, context) => changeRequest(platform, context, params.id, body),
    removeRequest: ({ params }, context) => removeRequest(context, params.id),
    history: async ({ query }, { tx, caller }) => {
      const page = await callPage(platform.cursors, { tx, list: 'playground-calls', query }, { userId: caller.userId })
      return { ...page, rows: page.rows.map((row) => toCall(row)) }
    },
    recordCall: ({ body }, context) => recordCall(context, body),
    clearHistory: async (_input, { tx, caller }) => {
      await deleteCalls(tx, caller.userId)
      return null
    },
    reference: async () => publicOperations(),
    referenceOf: async ({ params }) => found(describePart(params.tag)),
  })
