import type { ModelUsage } from './types.ts'

/** Price of a model at a moment, in micro-dollars (millionths of a US dollar) per million tokens. */
export interface ModelPrice {
  inputMicrosPerMillion: number
  outputMicrosPerMillion: number
  /** Input that the provider read from its cache; equal to the input price without a discount. */
  cachedInputMicrosPerMillion: number
  /** The model's context window in tokens, 0 when unknown. */
  contextTokens: number
}

interface PriceRow extends ModelPrice {
  modelId: string
  from: Date
}

const row = (
  modelId: string,
  from: string,
  inputUsd: number,
  outputUsd: number,
  contextTokens: number,
  cachedUsd = inputUsd,
): PriceRow => ({
  modelId,
  from: new Date(`${from}T00:00:00Z`),
  inputMicrosPerMillion: Math.round(inputUsd * 1e6),
  outputMicrosPerMillion: Math.round(outputUsd * 1e6),
  cachedInputMicrosPerMillion: Math.round(cachedUsd * 1e6),
  contextTokens,
})

/** US dollars per million tokens as the providers published them, each row valid from its date. A change of price is a new row. */
const PRICES: readonly PriceRow[] = [
  row('sandbox', '2020-01-01', 0, 0, 128_000),
  row('gpt-4', '2023-03-14', 30, 60, 8_192),
  row('gpt-4-turbo', '2023-11-06', 10, 30, 128_000),
  row('gpt-3.5-turbo', '2023-11-06', 1, 2, 16_385),
  row('gpt-3.5-turbo', '2024-01-25', 0.5, 1.5, 16_385),
  row('gpt-4o', '2024-05-13', 5, 15, 128_000),
  row('gpt-4o', '2024-10-02', 2.5, 10, 128_000, 1.25),
  row('gpt-4o-mini', '2024-07-18', 0.15, 0.6, 128_000, 0.075),
  row('gpt-4.1', '2025-04-14', 2, 8, 1_047_576, 0.5),
  row('gpt-4.1-mini', '2025-04-14', 0.4, 1.6, 1_047_576, 0.1),
  row('gpt-5', '2025-08-07', 1.25, 10, 400_000, 0.125),
  row('gpt-5-mini', '2025-08-07', 0.25, 2, 400_000, 0.025),
  row('claude-3-opus', '2024-03-04', 15, 75, 200_000, 1.5),
  row('claude-3-sonnet', '2024-03-04', 3, 15, 200_000, 0.3),
  row('claude-3-haiku', '2024-03-13', 0.25, 1.25, 200_000, 0.03),
  row('claude-3-5-sonnet', '2024-06-20', 3, 15, 200_000, 0.3),
  row('claude-3-7-sonnet', '2025-02-24', 3, 15, 200_000, 0.3),
  row('claude-sonnet-4', '2025-05-22', 3, 15, 200_000, 0.3),
  row('claude-opus-4', '2025-05-22', 15, 75, 200_000, 1.5),
  row('claude-haiku-4-5', '2025-10-15', 1, 5, 200_000, 0.1),
  row('gemini-pro', '2023-12-13', 0.5, 1.5, 32_760),
  // Gemini Ultra never had a public price; it is metered at the first price of Gemini 1.5 Pro, the next model up.
  row('gemini-ultra', '2023-12-13', 7, 21, 32_760),
  row('gemini-1.5-pro', '2024-05-02', 7, 21, 2_097_152),
  row('gemini-1.5-pro', '2024-10-01', 1.25, 5, 2_097_152, 0.3125),
  row('gemini-2.0-flash', '2025-02-05', 0.1, 0.4, 1_048_576, 0.025),
  row('gemini-2.5-flash', '2025-06-17', 0.3, 2.5, 1_048_576, 0.03),
  row('gemini-2.5-pro', '2025-06-17', 1.25, 10, 1_048_576, 0.125),
  // Embeddings: there is no output.
  row('text-embedding-ada-002', '2022-12-15', 0.1, 0, 8_191),
  row('text-embedding-3-small', '2024-01-25', 0.02, 0, 8_191),
  row('text-embedding-3-large', '2024-01-25', 0.13, 0, 8_191),
  row('gemini-embedding-001', '2025-07-14', 0.15, 0, 2_048),
  row('mistral-embed', '2023-12-11', 0.1, 0, 8_192),
]

/** `models/gemini-pro`, `openai/gpt-4`, `gpt-4-0613`, `claude-3-opus-20240229`, `gpt-4o-2024-11-20` and `...-latest` are their base model. */
const baseModelId = (modelId: string): string =>
  modelId
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/-(latest|\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|00\d)$/, '')

/** The price of a model at a moment, or null when it is unknown. Before its first row a model has its first price. */
export const priceFor = (modelId: string, at: Date): ModelPrice | null => {
  const rows = PRICES.filter((price) => price.modelId === modelId.toLowerCase() || price.modelId === baseModelId(modelId))
  return rows.findLast((price) => price.from <= at) ?? rows[0] ?? null
}

/** Whether the tokens of a model have a price: only then can prepaid credits pay for a call. */
export const hasTokenPrice = (modelId: string, at: Date): boolean => (priceFor(modelId, at)?.inputMicrosPerMillion ?? 0) > 0

/** Whole micro-dollars for a call, rounded up. Without a price the cost is 0 and `priced` is false, so that screens can show it. */
export const costMicros = (
  usage: Pick<ModelUsage, 'inputTokens' | 'outputTokens' | 'cachedTokens'>,
  price: ModelPrice | null,
): { costMicros: number; priced: boolean } => {
  if (!price) return { costMicros: 0, priced: false }
  const cached = Math.min(usage.cachedTokens, usage.inputTokens)
  const input = (usage.inputTokens - cached) * price.inputMicrosPerMillion + cached * price.cachedInputMicrosPerMillion
  return { costMicros: Math.ceil((input + usage.outputTokens * price.outputMicrosPerMillion) / 1_000_000), priced: true }
}

/** US dollars for one square picture of medium quality, as the providers published them. */
const IMAGE_PRICES: Readonly<Record<string, number>> = {
  'gpt-image-1': 0.042,
  'gpt-image-1-mini': 0.011,
  'dall-e-3': 0.04,
  'dall-e-2': 0.02,
}

/** Micro-dollars of one picture; 0 for a model without a known price. */
export const imageMicros = (modelId: string): number => {
  const id = baseModelId(modelId)
  return Object.hasOwn(IMAGE_PRICES, id) ? Math.round((IMAGE_PRICES[id] ?? 0) * 1e6) : 0
}
