import type { z } from 'zod'
import { messages } from '@imperium/contract/ai-models.ts'
import type { Adapter, TestConnectionBody } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import type { ModelSpec } from '../../platform/llm/types.ts'
import { zeroId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { openApiKey } from './api-key.ts'
import { providerOf } from './check-config.ts'
import { operatorKeyFor } from './operator-keys.ts'
import { configNotFound } from './read-models.ts'
import { pricesOf } from './resolve-model.ts'
import { askReserved } from './spend/guard.ts'
import { costOfTokens } from './spend/model-price.ts'
import { requireCall } from './spend/reserve-call.ts'
import type { ReservableModel } from './spend/reserve-call.ts'
import { findConfig } from './store.ts'
import type { ProviderRow } from './store.ts'

type Request = z.output<typeof TestConnectionBody>
interface Context {
  inOrg<T>(work: (tx: OrgTx) => Promise<T>): Promise<T>
  signal(): AbortSignal
}
export interface TestResult {
  success: boolean
  /** May be shown; never contains the key. */
  message: string
  /** Milliseconds. */
  latency: number
}

const timeoutMs = 15_000
// Enough for models that reason before they answer "OK".
const maxOutputTokens = 256

/**
 * Calls the model once. A provider's failure is a result (`success: false`), and so is a price that is unknown or a budget that is used up.
 * @throws 422 if fields are missing, 404 for the configuration.
 */
export async function testConnection(platform: Platform, request: Request, context: Context): Promise<TestResult> {
  const startedMs = performance.now()
  const elapsed = () => Math.round(performance.now() - startedMs)
  try {
    const { model, call } = await context.inOrg(async (tx) => {
      const tested = await prepareCall(platform, tx, request)
      const most = { inputTokens: 1_000, outputTokens: maxOutputTokens, cachedTokens: 0 }
      const wanted = { purpose: 'test', model: tested, most: { ...most, micros: costOfTokens(tested, most) } } as const
      return { model: tested, call: await requireCall(tx, wanted) }
    })
    const calledMs = performance.now()
    const question = [{ role: 'user' as const, text: 'Answer with the single word OK.' }]
    const asked = {
      spec: () => model.spec(),
      request: { messages: question, maxOutputTokens, timeoutMs },
      costOf: costOfTokens.bind(null, model),
    }
    await askReserved(platform, call, asked, context.signal())
    const latency = Math.round(performance.now() - calledMs)
    const suffix = model.isSandbox ? ' This is the built-in sandbox: nothing left this server.' : ''
    return { success: true, message: `Connection successful.${suffix}`, latency }
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return { success: false, message: error.message, latency: elapsed() }
    if (!(error instanceof ModelError)) throw error
    return { success: false, message: withWait(error), latency: elapsed() }
  }
}

/** A model that may not be saved yet, as the guard calls one. */
type TestedModel = ReservableModel & { spec: () => ModelSpec }

/** @throws ModelError if the stored key is not usable; that becomes the result of the test. */
async function prepareCall(platform: Platform, tx: OrgTx, request: Request): Promise<TestedModel> {
  const { providerId, modelId, apiKey } = request
  const provider = providerId ? await providerOf(tx, providerId) : undefined
  const named = request.configId === undefined ? undefined : await findConfig(tx, request.configId)
  if (request.configId !== undefined && !named) throw configNotFound()
  // A stored key is sent only to the provider it was entered for, never to another one that a caller names.
  const own = named?.provider_id === providerId ? named : undefined
  const usesOwnKey = apiKey !== '' || Boolean(own?.api_key_sealed)
  const place = provider && { adapter: provider.adapter, apiBaseUrl: provider.api_base_url }
  const operatorKey = place && !usesOwnKey ? operatorKeyFor(platform, place, modelId, 'tokens') : null
  assertComplete(request, provider, usesOwnKey || operatorKey !== null)
  const adapter = provider?.adapter as Adapter
  const isSandbox = adapter === 'sandbox'
  const isOperatorPaid = !isSandbox && operatorKey !== null
  const key = isSandbox ? '' : (operatorKey ?? (apiKey === '' && own ? openApiKey(platform.keyRing, own.id, own.api_key_sealed) : apiKey))
  const kept = own?.model_id === modelId ? own : undefined
  const row = {
    model_id: modelId,
    input_micros_per_million: request.inputMicrosPerMillion ?? kept?.input_micros_per_million ?? null,
    output_micros_per_million: request.outputMicrosPerMillion ?? kept?.output_micros_per_million ?? null,
    image_micros: null,
  }
  return {
    configId: own?.id ?? zeroId,
    modelId,
    displayName: modelId,
    monthlyUsageLimit: null,
    isSandbox,
    isOperatorPaid,
    creditRate: platform.config.aiCreditRate,
    ...pricesOf(row, { isSandbox, isOperatorPaid, at: platform.clock.now() }),
    spec: () => (isSandbox ? { adapter, modelId } : { adapter, modelId, baseUrl: provider?.api_base_url, apiKey: key }),
  }
}

function assertComplete(request: Request, provider: ProviderRow | undefined, hasStoredKey: boolean): void {
  const missing: FieldError[] = []
  if (!provider) missing.push({ path: 'providerId', message: 'Provider is required' })
  if (!request.modelId) missing.push({ path: 'modelId', message: 'Model ID is required' })
  if (!request.apiKey && !hasStoredKey && provider?.adapter !== 'sandbox')
    missing.push({ path: 'apiKey', message: messages.apiKeyRequired })
  if (missing.length) throw invalid(missing, messages.testFieldsMissing)
}

const withWait = (error: ModelError): string => {
  const seconds = error.retryAfterMs === undefined ? 0 : Math.ceil(error.retryAfterMs / 1_000)
  return seconds > 0 ? `${error.publicMessage} It asks to wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.` : error.publicMessage
}
