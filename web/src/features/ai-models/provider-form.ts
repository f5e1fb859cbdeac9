import { CreateProviderBody, providerDefaults } from '@imperium/contract/ai-models.ts'
import type { Adapter, AiProvider } from '@imperium/contract/ai-models.ts'
import { z } from 'zod'
import { t } from '../../lib/words.ts'

/** The field values. An emptied number field holds ''. */
export interface ProviderValues extends Record<string, unknown> {
  code: string
  name: string
  displayName: string
  adapter: Exclude<Adapter, 'sandbox'>
  apiBaseUrl: string
  apiDocUrl: string
  website: string
  icon: string
  color: string
  isActive: boolean
  supportsStreaming: boolean
  supportsVision: boolean
  supportsFunctionCalling: boolean
  maxTokensLimit: number | ''
  orderIndex: number | ''
}

const tokensText = t('Max Tokens Limit must be a whole number of at least 1, or empty')
const orderText = t('Display Order must be a whole number')

/** The contract's rules, with readable messages for number fields. */
export const providerFormSchema = CreateProviderBody.extend({
  apiBaseUrl: z.string().trim().min(1, t('API Base URL is required')).pipe(CreateProviderBody.shape.apiBaseUrl),
  maxTokensLimit: z.int(tokensText).min(1, tokensText).max(100_000_000, t('Max Tokens Limit must be at most 100,000,000')).nullable(),
  orderIndex: z
    .int(orderText)
    .min(-100_000, t('Display Order must be at least -100,000'))
    .max(100_000, t('Display Order must be at most 100,000')),
})

/** The body that the fields mean; an empty limit is omitted, which is none, and an empty order is the default. */
export function toProviderBody({ maxTokensLimit, orderIndex, ...values }: ProviderValues) {
  return {
    ...values,
    maxTokensLimit: maxTokensLimit === '' ? null : maxTokensLimit,
    orderIndex: orderIndex === '' ? providerDefaults.orderIndex : orderIndex,
  }
}

export const emptyProvider: ProviderValues = {
  code: '',
  name: '',
  displayName: '',
  adapter: 'openai-compatible',
  apiBaseUrl: '',
  apiDocUrl: '',
  website: '',
  ...providerDefaults,
  maxTokensLimit: '',
}

/** Fields of a provider that exists. Of the sandbox only some are sent (toSandboxBody). */
export const providerValues = (provider: AiProvider): ProviderValues => ({
  code: provider.code,
  name: provider.name,
  displayName: provider.displayName,
  adapter: provider.adapter === 'sandbox' ? 'openai-compatible' : provider.adapter,
  apiBaseUrl: provider.apiBaseUrl,
  apiDocUrl: provider.apiDocUrl ?? '',
  website: provider.website ?? '',
  icon: provider.icon,
  color: provider.color,
  isActive: provider.isActive,
  supportsStreaming: provider.supportsStreaming,
  supportsVision: provider.supportsVision,
  supportsFunctionCalling: provider.supportsFunctionCalling,
  maxTokensLimit: provider.maxTokensLimit ?? '',
  orderIndex: provider.orderIndex,
})

/** The editable fields of the built-in sandbox; its label and type are fixed. */
export const sandboxFormSchema = providerFormSchema.pick({ isActive: true, orderIndex: true, icon: true, color: true })

export function toSandboxBody(values: ProviderValues) {
  const { isActive, orderIndex, icon, color } = toProviderBody(values)
  return { isActive, orderIndex, icon, color }
}
