import { conflict } from '../../platform/errors.ts'
import type { EmbeddingInput } from '../../platform/llm/embed-texts.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AskContext } from './ask-default-model.ts'
import { resolveEmbeddingModels } from './resolve-model.ts'
import { embedReserved } from './spend/guard.ts'
import { costOfTokens } from './spend/model-price.ts'
import { requireCall } from './spend/reserve-call.ts'

/**
 * Vectors of texts by a configuration, reserved and settled by the guard. @throws ModelError; 409 where the model is gone, is another one
 * by now or has no price, or a budget is used up.
 */
export async function embedByModel(
  platform: Platform,
  { inOrg }: Pick<AskContext, 'inOrg'>,
  { configId, modelId }: { configId: string; modelId: string },
  { signal, ...input }: EmbeddingInput,
): Promise<number[][]> {
  const { model, call } = await inOrg(async (tx) => {
    const [found] = await resolveEmbeddingModels(platform, tx, configId)
    if (found?.modelId !== modelId) throw conflict('The embedding model was changed, switched off or deleted. Choose a model again.')
    const most = { inputTokens: Buffer.byteLength(input.texts.join('')), outputTokens: 0, cachedTokens: 0 }
    const reserved = await requireCall(tx, { purpose: 'embedding', model: found, most: { ...most, micros: costOfTokens(found, most) } })
    return { model: found, call: reserved }
  })
  return embedReserved(platform, call, { spec: () => model.spec(), input, costOf: costOfTokens.bind(null, model) }, signal)
}
