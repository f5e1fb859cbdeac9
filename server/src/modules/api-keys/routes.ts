import { apiKeys } from '@imperium/contract/api-keys.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAgent } from '../agents/index.ts'
import { revokeKey, rotateKey, updateKey } from './change-key.ts'
import { createAgentKey, createKey } from './create-key.ts'
import { withAgentNames } from './read-keys.ts'
import { listKeys } from './store.ts'

export const apiKeyOperations = (platform: Platform) =>
  bindOperations(apiKeys, {
    list: async ({ query }, { tx, org }) => {
      const { limit, cursor, ...filter } = query
      if (filter.agentId && !(await findAgent(tx, filter.agentId))) throw notFound()
      const scope = { orgId: org.id, list: 'api-keys', filter }
      const afterId = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
      const rows = await listKeys(tx, filter, { limit: limit + 1, afterId, now: platform.clock.now() })
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: await withAgentNames(tx, shown), nextCursor: last ? platform.cursors.encode(scope, [last.id]) : null }
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
