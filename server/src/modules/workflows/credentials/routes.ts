import { workflowCredentials } from '@imperium/contract/workflows/workflow-credentials.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createCredential, pageOfCredentials, removeCredential, updateCredential } from './manage-credentials.ts'

export const credentialOperations = (platform: Platform) =>
  bindOperations(workflowCredentials, {
    list: async ({ query: { limit, cursor } }, { tx, org }) => {
      const scope = { orgId: org.id, list: 'workflow-credentials', filter: {} }
      const after = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
      const rows = await pageOfCredentials(tx, limit + 1, after)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: shown, nextCursor: last ? platform.cursors.encode(scope, [last.id]) : null }
    },
    create: ({ body }, context) => createCredential(platform, context, body),
    update: ({ params, body }, context) => updateCredential(platform, context, params.id, body),
    remove: ({ params }, context) => removeCredential(context, params.id),
  })
