import { message } from '@imperium/contract/kit/message.ts'
import { conflict } from '../../../platform/errors.ts'
import type { AppError } from '../../../platform/errors.ts'
import { costMicros } from '../../../platform/llm/prices.ts'
import type { ModelPrice } from '../../../platform/llm/prices.ts'
import type { ModelUsage } from '../../../platform/llm/types.ts'

export type TokenPrice = Pick<ModelPrice, 'inputMicrosPerMillion' | 'outputMicrosPerMillion' | 'cachedInputMicrosPerMillion'>
export const freeTokens: TokenPrice = { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0, cachedInputMicrosPerMillion: 0 }

/** A model with what it costs; null where that is unknown. */
export interface PricedModel {
  displayName: string
  price: TokenPrice | null
  imageMicros: number | null
}

const priceUnknown = ({ displayName }: PricedModel): AppError =>
  conflict(message('The price of {model} is unknown, so it is not called. Enter it in Settings, AI Models.', { model: displayName }))

/** Micro-dollars of so many tokens. @throws 409 for a model without a price. */
export function costOfTokens(model: PricedModel, usage: Pick<ModelUsage, 'inputTokens' | 'outputTokens' | 'cachedTokens'>): number {
  if (model.price === null) throw priceUnknown(model)
  return costMicros(usage, { ...model.price, contextTokens: 0 }).costMicros
}

/** Micro-dollars of a picture. @throws 409 for a model without a price. */
export function costOfImage(model: PricedModel): number {
  if (model.imageMicros === null) throw priceUnknown(model)
  return model.imageMicros
}
