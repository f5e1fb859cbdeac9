import { z } from 'zod'
import { Id, Timestamp, required, text } from './kit/fields.ts'
import { schemaMessage } from './kit/issue-texts.ts'
import { create, get, operations, post, put, remove } from './kit/operations.ts'

export const adapters = ['sandbox', 'openai', 'anthropic', 'google', 'openai-compatible'] as const
export const Adapter = z.enum(adapters)
export type Adapter = z.infer<typeof Adapter>

const HttpUrl = (message: string) =>
  z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: message }))

export const AiProvider = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    displayName: z.string(),
    /** Which protocol its API speaks. */
    adapter: Adapter,
    /** Empty for the built-in sandbox, which needs no address. */
    apiBaseUrl: z.string(),
    apiDocUrl: z.string().nullable(),
    website: z.string().nullable(),
    icon: z.string(),
    color: z.string(),
    isActive: z.boolean(),
    supportsStreaming: z.boolean(),
    supportsVision: z.boolean(),
    supportsFunctionCalling: z.boolean(),
    maxTokensLimit: z.int().nullable(),
    orderIndex: z.int(),
    /** How many model configurations use it. */
    configCount: z.int(),
    /** The operator has a key for it: models need none, and AI credits pay for them. */
    hasOperatorKey: z.boolean().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'AiProvider' })
export type AiProvider = z.infer<typeof AiProvider>

export const providerDefaults = {
  icon: '🤖',
  color: '#6366f1',
  isActive: true,
  supportsStreaming: true,
  supportsVision: false,
  supportsFunctionCalling: false,
  orderIndex: 0,
} as const

const optionalUrl = (message: string) => z.union([z.literal('').transform(() => null), z.null(), HttpUrl(message)])

/** Pictures are stored in the row, because our pages load images from no other source. */
export const iconLimits = { emojiCharacters: 16, imageCharacters: 32 * 1024 } as const
const emoji = /^(?=.*[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3])[\p{Emoji}\p{Emoji_Component}\p{Extended_Pictographic}]+$/u
const imageData = /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/
const isIcon = (icon: string): boolean =>
  (icon.length <= iconLimits.emojiCharacters && emoji.test(icon)) ||
  imageData.test(icon) ||
  (icon.length <= 500 && z.url({ protocol: /^https$/ }).safeParse(icon).success)

/** An emoji, an embedded picture, or an https URL, which is stored but shown as the default robot. Blank: the default. */
const Icon = z
  .string()
  .trim()
  .max(iconLimits.imageCharacters, 'The icon must be at most 32 KB')
  .transform((icon) => icon || providerDefaults.icon)
  .refine(isIcon, 'Icon must be an emoji, an https URL, or a PNG, JPEG, WebP or GIF image as a data URL')

const providerFields = {
  code: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Code is required')
    .max(40)
    .regex(/^[a-z0-9][a-z0-9_-]*$/, 'Use lowercase letters, digits, hyphens and underscores'),
  name: required(80, 'Name is required'),
  displayName: required(80, 'Display name is required'),
  adapter: Adapter.exclude(['sandbox']),
  apiBaseUrl: HttpUrl('API Base URL must be a URL'),
  apiDocUrl: optionalUrl('Documentation URL must be a URL'),
  website: optionalUrl('Website must be a URL'),
  icon: Icon,
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Color must be like #6366f1'),
  isActive: z.boolean(),
  supportsStreaming: z.boolean(),
  supportsVision: z.boolean(),
  supportsFunctionCalling: z.boolean(),
  maxTokensLimit: z.int().min(1).max(100_000_000).nullable(),
  orderIndex: z.int().min(-100_000).max(100_000),
}

export const CreateProviderBody = z.strictObject({
  ...providerFields,
  adapter: providerFields.adapter.default('openai-compatible'),
  apiDocUrl: providerFields.apiDocUrl.default(null),
  website: providerFields.website.default(null),
  icon: providerFields.icon.default(providerDefaults.icon),
  color: providerFields.color.default(providerDefaults.color),
  isActive: providerFields.isActive.default(providerDefaults.isActive),
  supportsStreaming: providerFields.supportsStreaming.default(providerDefaults.supportsStreaming),
  supportsVision: providerFields.supportsVision.default(providerDefaults.supportsVision),
  supportsFunctionCalling: providerFields.supportsFunctionCalling.default(providerDefaults.supportsFunctionCalling),
  maxTokensLimit: providerFields.maxTokensLimit.default(null),
  orderIndex: providerFields.orderIndex.default(providerDefaults.orderIndex),
})
/**
 * Of the built-in sandbox only isActive, orderIndex, icon and color may change; its other fields may be sent as they are.
 * A new origin (scheme, host or port) of apiBaseUrl clears the API keys of the provider's configurations.
 */
export const UpdateProviderBody = z.strictObject({
  ...z.strictObject(providerFields).partial().shape,
  adapter: Adapter.optional(),
  apiBaseUrl: z.union([z.literal(''), providerFields.apiBaseUrl]).optional(),
  updatedAt: Timestamp.optional(),
})
export const UpdatedAiProvider = AiProvider.extend({
  /** How many configurations lost their API key because the provider's address now leads to another host: enter them again. */
  clearedKeys: z.int(),
}).meta({ id: 'UpdatedAiProvider' })
export type UpdatedAiProvider = z.infer<typeof UpdatedAiProvider>

export const AiModelConfig = z
  .object({
    id: Id,
    providerId: Id,
    provider: z.object({
      id: Id,
      code: z.string(),
      name: z.string(),
      displayName: z.string(),
      icon: z.string(),
      color: z.string(),
      adapter: Adapter,
      isActive: z.boolean(),
      supportsFunctionCalling: z.boolean(),
      supportsVision: z.boolean(),
    }),
    modelId: z.string(),
    displayName: z.string(),
    description: z.string(),
    /** At most the first 8 and last 4 characters: a key can only be written; null when no key is stored: only the sandbox works without one. */
    apiKeyPreview: z.string().nullable(),
    maxTokens: z.int(),
    temperature: z.number(),
    /** Null: not sent, so the provider's default holds. */
    topP: z.number().nullable(),
    frequencyPenalty: z.number().nullable(),
    /** The configuration that is called when a call of this one fails; null for none. */
    fallbackConfigId: Id.nullable(),
    isDefault: z.boolean(),
    isActive: z.boolean(),
    /** Model calls in this calendar month (UTC). */
    currentMonthUsage: z.int(),
    monthlyUsageLimit: z.int().nullable(),
    /** What the organization pays, in micro-dollars per million tokens and per picture; null: the price list says it. */
    inputMicrosPerMillion: z.int().nullable(),
    outputMicrosPerMillion: z.int().nullable(),
    imageMicros: z.int().nullable(),
    /** The newest call that failed, and how many did in this calendar month (UTC); null without one in this month. A fallback may have answered. */
    failure: z.object({ message: z.string(), at: Timestamp, calls: z.int() }).nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'AiModelConfig' })
export type AiModelConfig = z.infer<typeof AiModelConfig>

export const modelDefaults = { maxTokens: 4000, temperature: 0.7 } as const
export const modelLimits = {
  maxTokens: { min: 1, max: 200_000 },
  temperature: { min: 0, max: 2, step: 0.1 },
  topP: { min: 0, max: 1, step: 0.05 },
  frequencyPenalty: { min: -2, max: 2, step: 0.1 },
  /** Configurations that one call may try after its own. */
  fallbacks: 5,
} as const

// Some providers put the model id into the URL path, so it must not contain characters that change the path.
const ModelId = (missing?: string) =>
  text(200, missing).regex(/^(?!.*\.\.)[^\s?#%\\]*$/, 'Model ID contains characters that are not allowed')
// A key travels in a header: visible ASCII only.
const ApiKey = z
  .string()
  .trim()
  .max(2000, 'Must be at most 2000 characters')
  .regex(/^[\x21-\x7e]*$/, 'API key contains characters that are not allowed')

interface Range {
  min: number
  max: number
}

export const messages = {
  apiKeyRequired: 'API key is required',
  providerNotFound: 'Provider not found',
  testFieldsMissing: 'Please fill in Provider, Model ID, and API Key fields',
  maxTokens: ({ min, max }: Range) => schemaMessage('Max tokens must be between {min} and {max}', { min, max }),
  temperature: ({ min, max }: Range) => schemaMessage('Temperature must be between {min} and {max}', { min, max }),
  topP: ({ min, max }: Range) => schemaMessage('Top P must be between {min} and {max}', { min, max }),
  frequencyPenalty: ({ min, max }: Range) => schemaMessage('Frequency penalty must be between {min} and {max}', { min, max }),
} as const

const within = (number: z.ZodNumber, range: Range, say: (range: Range) => string) =>
  number.min(range.min, say(range)).max(range.max, say(range))

/** At most 10,000 US dollars. */
const Micros = z.int().min(0).max(10_000_000_000).nullable()

const configFields = {
  providerId: z.uuid('Provider is required'),
  modelId: ModelId('Model ID is required').min(1, 'Model ID is required'),
  displayName: required(120, 'Display name is required'),
  description: text(1000),
  apiKey: ApiKey,
  maxTokens: within(z.int(), modelLimits.maxTokens, messages.maxTokens),
  temperature: within(z.number(), modelLimits.temperature, messages.temperature),
  topP: within(z.number(), modelLimits.topP, messages.topP).nullable(),
  frequencyPenalty: within(z.number(), modelLimits.frequencyPenalty, messages.frequencyPenalty).nullable(),
  fallbackConfigId: Id.nullable(),
  isDefault: z.boolean(),
  isActive: z.boolean(),
  monthlyUsageLimit: z.int().min(1).max(1_000_000_000).nullable(),
  inputMicrosPerMillion: Micros,
  outputMicrosPerMillion: Micros,
  imageMicros: Micros,
}

export const CreateConfigBody = z.strictObject({
  ...configFields,
  description: configFields.description.default(''),
  /** Required unless the provider is the built-in sandbox. */
  apiKey: configFields.apiKey.default(''),
  maxTokens: configFields.maxTokens.default(modelDefaults.maxTokens),
  temperature: configFields.temperature.default(modelDefaults.temperature),
  topP: configFields.topP.default(null),
  frequencyPenalty: configFields.frequencyPenalty.default(null),
  fallbackConfigId: configFields.fallbackConfigId.default(null),
  isDefault: configFields.isDefault.default(false),
  isActive: configFields.isActive.default(true),
  monthlyUsageLimit: configFields.monthlyUsageLimit.default(null),
  /** Needed for a model that the price list does not know: without a price it is not called. 0: it costs nothing. */
  inputMicrosPerMillion: Micros.default(null),
  outputMicrosPerMillion: Micros.default(null),
  imageMicros: Micros.default(null),
})
/** A blank or missing apiKey keeps the stored one, which stays with its provider: another provider needs its own. */
export const UpdateConfigBody = z.strictObject({ ...z.strictObject(configFields).partial().shape, updatedAt: Timestamp.optional() })

/** Blanks pass the schema, because one message lists all missing fields. The sandbox needs no key. */
export const TestConnectionBody = z.strictObject({
  providerId: z.union([z.literal(''), z.uuid('Provider is required')]).default(''),
  modelId: ModelId().default(''),
  apiKey: ApiKey.default(''),
  /** With a blank apiKey: test with the key that this configuration keeps, at its own provider only. */
  configId: Id.optional(),
  /** The prices of the form, for a model that the price list does not know. */
  inputMicrosPerMillion: Micros.default(null),
  outputMicrosPerMillion: Micros.default(null),
})

/** The model names every form offers, whether or not anything serves them; an organization's configurations extend them. */
export const catalogueModels = ['gpt-4', 'gpt-3.5-turbo', 'claude-3-opus', 'claude-3-sonnet', 'gemini-pro', 'gemini-ultra'] as const

export const CatalogueModel = z
  .object({
    modelId: z.string(),
    displayName: z.string(),
    /** Display name of the provider: the group in the selector. */
    provider: z.string(),
    providerIcon: z.string(),
    providerColor: z.string(),
    /** The active configuration that serves the model; null when there is none. */
    configId: Id.nullable(),
    /** False when no active configuration of an active provider serves the model. */
    isActive: z.boolean(),
    isDefault: z.boolean(),
    isSandbox: z.boolean(),
    /** False when the provider's switch for function calling is off: agents with this model get no tools. */
    canCallTools: z.boolean(),
    /** Its provider's switch Vision: messages may have images attached. */
    readsImages: z.boolean(),
    /** Micro-dollars per million tokens; null when the price is unknown. */
    inputMicrosPerMillion: z.int().nullable(),
    outputMicrosPerMillion: z.int().nullable(),
    contextTokens: z.int().nullable(),
  })
  .meta({ id: 'CatalogueModel' })
export type CatalogueModel = z.infer<typeof CatalogueModel>

export const ModelTemplate = z
  .object({
    id: z.string(),
    name: z.string(),
    category: z.string(),
    description: z.string(),
    icon: z.string(),
    color: z.string(),
    useCase: z.string(),
    defaultConfig: z.object({ maxTokens: z.int(), temperature: z.number(), topP: z.number(), frequencyPenalty: z.number() }),
    /** Codes of providers. */
    recommendedProviders: z.array(z.string()),
    /** A suggested model id, to prefill the form. */
    modelId: z.string(),
    capabilities: z.object({ streaming: z.boolean(), vision: z.boolean(), functionCalling: z.boolean() }),
    examplePrompt: z.string(),
  })
  .meta({ id: 'ModelTemplate' })
export type ModelTemplate = z.infer<typeof ModelTemplate>

/** A call that was sent and got no reply, because its process ended or the connection was lost. */
export const UnknownModelCall = z
  .object({
    id: Id,
    purpose: z.enum(['run', 'image', 'question', 'embedding', 'test']),
    model: z.string(),
    /** The run that made it. */
    runId: Id.nullable(),
    /** Charged as reserved, until the provider's own figures arrive. */
    costMicros: z.int(),
    sentAt: Timestamp,
    unknownAt: Timestamp,
  })
  .meta({ id: 'UnknownModelCall' })
export type UnknownModelCall = z.infer<typeof UnknownModelCall>

export const aiModels = operations(
  'ai-models',
  { read: 'ai-models:read', write: 'ai-models:manage' },
  {
    listConfigs: get('/ai-models/configs', 'List AI model configurations', {
      reply: z.array(AiModelConfig).max(200),
      v1: true,
    }),
    createConfig: create('/ai-models/configs', 'Add an AI model configuration', {
      body: CreateConfigBody,
      reply: AiModelConfig,
    }),
    updateConfig: put('/ai-models/configs/:id', 'Change an AI model configuration', {
      body: UpdateConfigBody,
      reply: AiModelConfig,
      errors: [409],
    }),
    removeConfig: remove('/ai-models/configs/:id', 'Delete an AI model configuration that is not the default and that no agent needs'),
    test: post('/ai-models/test', 'Call a model once and report whether and how fast it responds', {
      body: TestConnectionBody,
      reply: z.object({ success: z.boolean(), message: z.string(), /** Milliseconds. */ latency: z.int() }),
      errors: [404],
      transaction: false,
      rate: { max: 30, perSeconds: 60 },
    }),
    listProviders: get('/ai-models/providers', 'List AI providers', {
      reply: z.array(AiProvider).max(200),
    }),
    createProvider: create('/ai-models/providers', 'Add an AI provider', {
      body: CreateProviderBody,
      reply: AiProvider,
    }),
    updateProvider: put('/ai-models/providers/:id', 'Change an AI provider', {
      body: UpdateProviderBody,
      reply: UpdatedAiProvider,
      errors: [409],
    }),
    removeProvider: remove('/ai-models/providers/:id', 'Delete an AI provider that no configuration uses'),
    catalogue: get('/ai-models/catalogue', 'List the models an agent may name, and which of them are configured', {
      reply: z.array(CatalogueModel).max(300),
    }),
    unknownCalls: get('/ai-models/unknown-calls', 'List the model calls of the last 90 days whose outcome is unknown, newest first', {
      reply: z.array(UnknownModelCall).max(200),
    }),
    templates: get('/model-templates', 'List model templates and their categories', {
      reply: z.object({ templates: z.array(ModelTemplate).max(200), categories: z.array(z.string()).max(50) }),
    }),
  },
)
