import { conflict } from '../../platform/errors.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import type { EmbeddingInput } from '../../platform/llm/embed-texts.ts'
import { costMicros, priceFor } from '../../platform/llm/prices.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AskContext } from './ask-default-model.ts'
import { reserveBudget, settleCall } from './reserve-budget.ts'
import { resolveEmbeddingModels } from './resolve-model.ts'

/**
 * Vectors of texts by a configuration, reserved against the budgets and metered. @throws ModelError; 409 where the model is gone or is
 * another one by now, or a budget is used up.
 */
export async function embedByModel(
  platform: Platform,
  { inOrg }: Pick<AskContext, 'inOrg'>,
  { configId, modelId }: { configId: string; modelId: string },
  input: EmbeddingInput,
): Promise<number[][]> {
  const price = priceFor(modelId, platform.clock.now())
  const costOf = (inputTokens: number) => costMicros({ inputTokens, outputTokens: 0, cachedTokens: 0 }, price).costMicros
  const { model, reservation } = await inOrg(async (tx) => {
    const [found] = await resolveEmbeddingModels(platform, tx, configId)
    if (found?.modelId !== modelId) throw conflict('The embedding model was changed, switched off or deleted. Choose a model again.')
    const mostTokens = Buffer.byteLength(input.texts.join(''))
    return { model: found, reservation: await reserveBudget(platform, tx, found, costOf(mostTokens)) }
  })
  try {
    const { vectors, inputTokens } = await platform.llm.embed(model.spec(), input)
    await inOrg((tx) => settleCall(tx, model, reservation, { modelCalls: 1, inputTokens, costMicros: costOf(inputTokens) }))
    return vectors
  } catch (error) {
    if (error instanceof ModelError) await inOrg((tx) => settleCall(tx, model, reservation))
    throw error
  }
}
