import { knowledgeSources } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { createSource, removeSource, syncSourceNow, updateSource } from './change-sources.ts'
import { findSource, listSources, toSource } from './sources-store.ts'

export function sourceOperations(platform: Platform) {
  const show = async ({ tx }: OrgContext, id: string) => toSource(found(await findSource(tx, id)))
  return bindOperations(knowledgeSources, {
    list: async (_, { tx }) => (await listSources(tx)).map((row) => toSource(row)),
    create: async ({ body }, context) => show(context, await createSource(platform, context, body)),
    update: async ({ params, body }, context) => {
      await updateSource(platform, context, params.id, body)
      return show(context, params.id)
    },
    sync: async ({ params }, context) => {
      await syncSourceNow(context, params.id)
      return show(context, params.id)
    },
    remove: ({ params }, context) => removeSource(platform, context, params.id),
  })
}
