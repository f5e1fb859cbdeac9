import type { ModuleFactory } from '../../platform/module.ts'
import { aiModelOperations } from './routes.ts'
import { seedOrganization } from './seed-organization.ts'

export { onModelUse } from './model-users.ts'
export { defaultModelName, isModelConfigured, resolveModel } from './resolve-model.ts'
export type { ResolvedModel } from './resolve-model.ts'
export { rewrapKeys } from './rewrap-keys.ts'
export { searchAiModels } from './search-ai-models.ts'

export const aiModelsModule: ModuleFactory = (platform) => ({
  name: 'ai-models',
  tables: ['app.ai_providers', 'app.ai_model_configs'],
  operations: aiModelOperations(platform),
  seedOrganization,
})
