import type { z } from 'zod'
import { messages } from '@imperium/contract/ai-models.ts'
import type { Adapter, TestConnectionBody } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import { costMicros, priceFor } from '../../platform/llm/prices.ts'
import type { ModelSpec, ModelUsage } from '../../platform/llm/types.ts'
import { meter } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { openApiKey } from './api-key.ts'
import { providerOf } from './check-config.ts'
import { operatorKeyFor, requireCredits } from './operator-keys.ts'
import { configNotFound } from './read-models.ts'
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

interface Prepared {
  spec: ModelSpec
  /** The configuration under test, if it belongs to this provider. */
  configId: string | undefined
  isOperatorPaid?: boolean
}

/**
 * Calls the model once. A provider's failure is a result (`success: false`). @throws 422 if fields are missing, 404 for the configuration.
 */
export async function testConnection(platform: Platform, request: Request, context: Context): Promise<TestResult> {
  const startedMs = performance.now()
  const elapsed = () => Math.round(performance.now() - startedMs)
  try {
    const { spec, configId, isOperatorPaid = false } = await context.inOrg((tx) => prepareCall(platform, tx, request))
    const calledMs = performance.now()
    const question = [{ role: 'user' as const, text: 'Answer with the single word OK.' }]
    const { usage } = await platform.llm.call(spec, { messages: question, maxOutputTokens, timeoutMs, signal: context.signal() })
    const latency = Math.round(performance.now() - calledMs)
    await context.inOrg((tx) => meterTest(tx, platform, { spec, configId, isOperatorPaid }, usage))
    const suffix = spec.adapter === 'sandbox' ? ' This is the built-in sandbox: nothing left this server.' : ''
    return { success: true, message: `Connection successful.${suffix}`, latency }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { success: false, message: withWait(error), latency: elapsed() }
  }
}

/** @throws ModelError if the stored key is not usable; that becomes the result of the test. */
async function prepareCall(platform: Platform, tx: OrgTx, request: Request): Promise<Prepared> {
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
  if (adapter === 'sandbox') return { spec: { adapter, modelId }, configId: own?.id }
  if (operatorKey !== null) {
    await requireCredits(tx, { isOperatorPaid: true, creditRate: platform.config.aiCreditRate })
    return { spec: { adapter, modelId, baseUrl: provider?.api_base_url, apiKey: operatorKey }, configId: own?.id, isOperatorPaid: true }
  }
  const key = apiKey === '' && own ? openApiKey(platform.keyRing, own.id, own.api_key_sealed) : apiKey
  return { spec: { adapter, modelId, baseUrl: provider?.api_base_url, apiKey: key }, configId: own?.id }
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

/** A test costs what any call costs, and is counted so. */
async function meterTest(
  tx: OrgTx,
  platform: Platform,
  { spec, configId, isOperatorPaid = false }: Prepared,
  usage: ModelUsage,
): Promise<void> {
  const price = priceFor(spec.adapter === 'sandbox' ? 'sandbox' : spec.modelId, platform.clock.now())
  await meter(tx, {
    configId,
    model: spec.modelId,
    modelCalls: 1,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costMicros: costMicros(usage, price).costMicros,
    isOperatorPaid,
  })
}
