import { apiKeys } from '@imperium/contract/api-keys.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { newestFirst, readPage } from '../../platform/resources/read-page.ts'
import { findAgent } from '../agents/index.ts'
import { revokeKey, rotateKey, updateKey } from './change-key.ts'
import { createAgentKey, createKey } from './create-key.ts'
import { withAgentNames } from './read-keys.ts'
import { keysMatching } from './store.ts'

export const apiKeyOperations = (platform: Platform) =>
  bindOperations(apiKeys, {
    list: async ({ query }, { tx }) => {
      if (query.agentId) found(await findAgent(tx, query.agentId))
      // Which of them work is a question of this moment.
      const keys = keysMatching(tx, query, platform.clock.now())
      const { rows, nextCursor } = await readPage(platform.cursors, { tx, list: 'api-keys', query }, keys, newestFirst('k.id'))
      return { rows: await withAgentNames(tx, rows), nextCursor }
    },
    create: ({ body }, context) => createKey(platform, context, body),
    createForAgent: ({ body }, context) => createAgentKey(platform, context, body),
    update: ({ params, body }, context) => updateKey(platform, context, params.id, body),
    rotate: ({ params, body }, context) => rotateKey(platform, context, params.id, body.overlapHours),
    revoke: async ({ params }, context) => {
      await revokeKey(context, params.id)
      return null
    },
  })
