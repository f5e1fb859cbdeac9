import { aiModels } from '@imperium/contract/ai-models.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { createConfig } from './create-config.ts'
import { createProvider } from './create-provider.ts'
import { listCatalogue } from './list-catalogue.ts'
import { readConfigs } from './read-models.ts'
import { removeConfig } from './remove-config.ts'
import { removeProvider } from './remove-provider.ts'
import { operatorKeyOf } from './operator-keys.ts'
import { listProviders } from './store.ts'
import { modelTemplates, templateCategories } from './templates.ts'
import { readUnknownCalls } from './spend/read-unknown-calls.ts'
import { testConnection } from './test-connection.ts'
import { updateConfig } from './update-config.ts'
import { updateProvider } from './update-provider.ts'

export const aiModelOperations = (platform: Platform) =>
  bindOperations(aiModels, {
    listConfigs: (_input, { tx }) => readConfigs(tx),
    createConfig: async ({ body }, { tx, audit }) => {
      const after = await createConfig(platform, tx, body)
      audit({ targetId: after.id, targetName: after.displayName, after })
      return after
    },
    updateConfig: async ({ params, body }, { tx, audit }) => {
      const { before, after } = await updateConfig(platform, tx, params.id, body)
      audit({ targetName: after.displayName, before, after: { ...after, keyReplaced: Boolean(body.apiKey) } })
      return after
    },
    removeConfig: async ({ params }, { tx, audit }) => {
      const before = await removeConfig(platform, tx, params.id)
      audit({ targetName: before.displayName, before })
      return null
    },
    test: async ({ body }, context) => {
      const result = await testConnection(platform, body, context)
      context.audit({ targetName: body.modelId, after: { providerId: body.providerId, configId: body.configId, ...result } })
      return result
    },
    listProviders: async (_input, { tx }) =>
      (await listProviders(tx)).map((provider) => ({ ...provider, hasOperatorKey: operatorKeyOf(platform, provider) !== null })),
    createProvider: async ({ body }, { tx, audit }) => {
      const after = await createProvider(platform, tx, body)
      audit({ targetId: after.id, targetName: after.displayName, after })
      return after
    },
    updateProvider: async ({ params, body }, { tx, audit }) => {
      const { before, after } = await updateProvider(platform, tx, params.id, body)
      audit({ targetName: after.displayName, before, after })
      return after
    },
    removeProvider: async ({ params }, { tx, audit }) => {
      const before = await removeProvider(tx, params.id)
      audit({ targetName: before.displayName, before })
      return null
    },
    catalogue: (_input, { tx }) => listCatalogue(tx, platform.clock.now()),
    unknownCalls: (_input, { tx }) => readUnknownCalls(tx),
    templates: async () => ({ templates: [...modelTemplates], categories: [...templateCategories] }),
  })
