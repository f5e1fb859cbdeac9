import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { aiModelOperations } from './routes.ts'
import { seedOrganization } from './seed-organization.ts'
import { searchIn } from '../search/index.ts'
import { searchAiModels } from './search-ai-models.ts'
import { rewrapKeys } from './rewrap-keys.ts'
import { spendTicks } from './spend/sweep-calls.ts'
import { aiModelsActs } from './acts.ts'

export { askConfig, askDefaultModel } from './ask-default-model.ts'
export type { AskContext } from './ask-default-model.ts'
export { embedByModel } from './embed-by-model.ts'
export { listConfigs } from './store.ts'
export type { ListedConfig } from './store.ts'
export { creditsMissing } from './spend/credits-missing.ts'
export { drawReserved, outcomeOfError, settleIn, settleLost, streamReserved } from './spend/guard.ts'
export { costOfImage, costOfTokens } from './spend/model-price.ts'
export type { Settlement } from './spend/guard.ts'
export type { CallOutcome, ModelCall } from './spend/model-call.ts'
export { reserveCall } from './spend/reserve-call.ts'
export type { AgentBudget, CallToReserve } from './spend/reserve-call.ts'
export { onModelUse } from './model-users.ts'
export { noteFailedCall } from './failures-store.ts'
export {
  defaultModelName,
  isModelConfigured,
  isModelKnown,
  resolveConfig,
  resolveEmbeddingModels,
  resolveImageModel,
  resolveModel,
} from './resolve-model.ts'
export type { CallableModel, ResolvedModel } from './resolve-model.ts'

export const aiModelsModule: ModuleFactory = (platform) => ({
  name: 'ai-models',
  tables: ['app.ai_providers', 'app.ai_model_configs', 'model_calls'],
  acts: aiModelsActs,
  extensions: [searchIn({ permission: 'ai-models:read', order: 60, find: searchAiModels })],
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapKeys(platform, tx)),
      ({ orgId, configId }) => `the API key of AI model ${configId} of organization ${orgId}; it must be entered again.`,
    ),
  ticks: spendTicks(platform),
  operations: aiModelOperations(platform),
  seedOrganization,
})
