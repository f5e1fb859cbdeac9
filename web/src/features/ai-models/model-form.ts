import { CreateConfigBody, messages, modelDefaults, modelLimits } from '@imperium/contract/ai-models.ts'
import type { AiModelConfig, AiProvider, ModelTemplate } from '@imperium/contract/ai-models.ts'
import { z } from 'zod'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'

/** The field values. An emptied number field holds ''. */
export interface ModelValues extends Record<string, unknown> {
  providerId: string
  modelId: string
  displayName: string
  description: string
  apiKey: string
  maxTokens: number | ''
  temperature: number
  topP: number | ''
  frequencyPenalty: number | ''
  /** '' for none. */
  fallbackConfigId: string
  isDefault: boolean
  isActive: boolean
  monthlyUsageLimit: number | ''
  /** US dollars for a million tokens; '' for what the price list says. */
  inputPrice: number | ''
  outputPrice: number | ''
  /** US dollars for a picture. */
  imagePrice: number | ''
}

const { min, max } = modelLimits.maxTokens
const tokensText = t('Max tokens must be a whole number from {min} to {max}', { min, max: formatNumber(max) })
const limitText = t('The limit must be a whole number of at least 1, or empty for none')

/** The contract's rules with readable messages for numbers, plus the rule that depends on the provider: whether a key is required. */
export function modelFormSchema(needsKey: (providerId: string) => boolean) {
  return CreateConfigBody.extend({
    maxTokens: z.int(tokensText).min(min, tokensText).max(max, tokensText),
    monthlyUsageLimit: z.int(limitText).min(1, limitText).max(1_000_000_000, t('The limit must be at most 1,000,000,000')).nullable(),
  }).refine(({ providerId, apiKey }) => Boolean(apiKey) || !needsKey(providerId), {
    path: ['apiKey'],
    message: messages.apiKeyRequired,
    // Runs together with the field rules, so that all messages appear in one pass.
    when: () => true,
  })
}

const microsOf = (dollars: number | '') => (dollars === '' ? null : Math.round(dollars * 1_000_000))
const dollarsOf = (micros: number | null) => (micros === null ? '' : micros / 1_000_000)

/** The prices of the form, as the API takes them. */
export const toPrices = ({ inputPrice, outputPrice }: ModelValues) => ({
  inputMicrosPerMillion: microsOf(inputPrice),
  outputMicrosPerMillion: microsOf(outputPrice),
})

/** The body that the fields mean. */
export const toConfigBody = ({ inputPrice, outputPrice, imagePrice, ...values }: ModelValues) => ({
  ...values,
  inputMicrosPerMillion: microsOf(inputPrice),
  outputMicrosPerMillion: microsOf(outputPrice),
  imageMicros: microsOf(imagePrice),
  maxTokens: values.maxTokens === '' ? Number.NaN : values.maxTokens,
  topP: values.topP === '' ? null : values.topP,
  frequencyPenalty: values.frequencyPenalty === '' ? null : values.frequencyPenalty,
  fallbackConfigId: values.fallbackConfigId === '' ? null : values.fallbackConfigId,
  monthlyUsageLimit: values.monthlyUsageLimit === '' ? null : values.monthlyUsageLimit,
})

/** Initial values of a new model; the first model of an organization becomes its default. */
export const emptyValues = (isFirst: boolean): ModelValues => ({
  providerId: '',
  modelId: '',
  displayName: '',
  description: '',
  apiKey: '',
  ...modelDefaults,
  topP: '',
  frequencyPenalty: '',
  fallbackConfigId: '',
  isDefault: isFirst,
  isActive: true,
  monthlyUsageLimit: '',
  inputPrice: '',
  outputPrice: '',
  imagePrice: '',
})

/** Fields of a configuration that exists; its key stays on the server. */
export const valuesOf = (config: AiModelConfig): ModelValues => ({
  providerId: config.providerId,
  modelId: config.modelId,
  displayName: config.displayName,
  description: config.description,
  apiKey: '',
  maxTokens: config.maxTokens,
  temperature: config.temperature,
  topP: config.topP ?? '',
  frequencyPenalty: config.frequencyPenalty ?? '',
  fallbackConfigId: config.fallbackConfigId ?? '',
  isDefault: config.isDefault,
  isActive: config.isActive,
  monthlyUsageLimit: config.monthlyUsageLimit ?? '',
  inputPrice: dollarsOf(config.inputMicrosPerMillion),
  outputPrice: dollarsOf(config.outputMicrosPerMillion),
  imagePrice: dollarsOf(config.imageMicros),
})

/** Fields of a new model as a template suggests them, with the first of its providers that the organization has. */
export function valuesFrom(template: ModelTemplate, providers: readonly AiProvider[], isFirst: boolean): ModelValues {
  return {
    ...emptyValues(isFirst),
    providerId: recommendedProvider(template, providers)?.id ?? '',
    modelId: template.modelId,
    displayName: template.name,
    description: template.description,
    maxTokens: template.defaultConfig.maxTokens,
    temperature: template.defaultConfig.temperature,
    topP: template.defaultConfig.topP,
    frequencyPenalty: template.defaultConfig.frequencyPenalty,
  }
}

/** Templates name recommended providers by code, some by label. */
function recommendedProvider({ recommendedProviders }: ModelTemplate, providers: readonly AiProvider[]): AiProvider | undefined {
  const matches = (provider: AiProvider, wanted: string) =>
    [provider.code, provider.name, provider.displayName].some((name) => name.toLowerCase() === wanted.toLowerCase())
  return recommendedProviders.flatMap((wanted) => providers.filter((provider) => provider.isActive && matches(provider, wanted)))[0]
}
