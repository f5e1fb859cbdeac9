import { z } from 'zod'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentProposal } from '@imperium/contract/contacts/segments.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, unavailable } from '../../platform/errors.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import { costMicros, priceFor } from '../../platform/llm/prices.ts'
import type { JsonObject, ModelRequest, ModelResult } from '../../platform/llm/types.ts'
import { meter, monthUsage, organizationBudget } from '../../platform/metering/metering.ts'
import type { UsageEntry } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { defaultModelName, resolveModel } from '../ai-models/index.ts'
import type { ResolvedModel } from '../ai-models/index.ts'
import { readCatalogue } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { describeRules } from './describe-rules.ts'
import { lockBudget } from './store.ts'
import { Proposal, readProposal } from './read-proposal.ts'
import { loadScope } from './rule-scope.ts'
import { proposalPrompt } from './proposal-prompt.ts'

interface Context {
  inOrg<T>(work: (tx: OrgTx) => Promise<T>): Promise<T>
  signal(): AbortSignal
}
const timeoutMs = 45_000
const mostOutputTokens = 2_000
const { $schema: _dialect, ...outputSchema } = z.toJSONSchema(Proposal, { target: 'draft-7' })

/**
 * Rules for an audience in a person's own words, by the organization's default model. Nothing is kept: the person looks at them and
 * saves them, or not. What the model did not understand is listed.
 * @throws 409 where there is no model or its budget is used up, 503 where the model fails.
 */
export async function proposeRules(platform: Platform, text: string, context: Context): Promise<SegmentProposal> {
  const { catalogue, model, request, reservedMicros } = await context.inOrg(async (tx) => {
    const resolved = await findModel(platform, tx)
    const known = await readCatalogue(tx)
    const requested = requestOf(text, known, resolved, context.signal())
    return { catalogue: known, model: resolved, request: requested, reservedMicros: await reserve(platform, tx, resolved, requested) }
  })
  const usedBy = { configId: model.configId, model: model.modelId }
  try {
    const result = await platform.llm.call(model.spec(), request)
    const price = model.isSandbox ? null : priceFor(model.modelId, platform.clock.now())
    const cost = costMicros(result.usage, price).costMicros
    const { inputTokens, outputTokens } = result.usage
    const usage: UsageEntry = { ...usedBy, modelCalls: 1, inputTokens, outputTokens, costMicros: cost - reservedMicros }
    return await context.inOrg(async (tx) => {
      await meter(tx, usage)
      const { rules, notUnderstood } = readCallback(result, catalogue, text)
      const summary = rules ? describeRules(rules, await loadScope(tx, [rules])) : ''
      return { rules, summary, notUnderstood, model: model.displayName, isSandbox: model.isSandbox, costMicros: cost }
    })
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (reservedMicros > 0) await context.inOrg((tx) => meter(tx, { ...usedBy, costMicros: -reservedMicros }))
    throw unavailable(error.publicMessage, error)
  }
}

function readCallback(result: ModelResult, catalogue: Catalogue, text: string): { rules: SegmentGroup | null; notUnderstood: string[] } {
  const parsed = Proposal.safeParse(result.output)
  return parsed.success ? readProposal(parsed.data, catalogue) : { rules: null, notUnderstood: [text] }
}

async function findModel(platform: Platform, tx: OrgTx): Promise<ResolvedModel> {
  const name = await defaultModelName(tx)
  const model = name === null ? null : await resolveModel(platform, tx, name)
  if (!model) throw conflict('Choose a default AI model in the settings first.')
  return model
}

const requestOf = (text: string, catalogue: Catalogue, model: ResolvedModel, signal: AbortSignal): ModelRequest => ({
  system: proposalPrompt,
  messages: [{ role: 'user', text: JSON.stringify({ audience: text, ...catalogue }) }],
  temperature: 0,
  isStreaming: model.settings.isStreaming,
  maxOutputTokens: Math.min(mostOutputTokens, model.maxTokens),
  timeoutMs,
  signal,
  output: { name: 'segment_rules', schema: outputSchema as JsonObject },
})

/**
 * Meters the most that the call may cost before it is made, so that calls at the same moment cannot pass the budget together; what it
 * did not cost is given back after it. @throws 409
 */
async function reserve(platform: Platform, tx: OrgTx, model: ResolvedModel, request: ModelRequest): Promise<number> {
  const bytes = Buffer.byteLength(`${request.system ?? ''}${JSON.stringify(request.messages)}${JSON.stringify(request.output)}`)
  const most = { inputTokens: bytes, outputTokens: request.maxOutputTokens, cachedTokens: 0 }
  const mostMicros = model.isSandbox ? 0 : costMicros(most, priceFor(model.modelId, platform.clock.now())).costMicros
  const budget = mostMicros > 0 ? await organizationBudget(tx) : null
  if (budget === null && model.monthlyUsageLimit === null) return 0
  await lockBudget(tx)
  if (model.monthlyUsageLimit !== null) {
    const { modelCalls } = await monthUsage(tx, { configId: model.configId })
    if (modelCalls >= model.monthlyUsageLimit)
      throw conflict(
        message('The monthly limit of {max} calls of {model} is reached.', { max: model.monthlyUsageLimit, model: model.displayName }),
      )
  }
  if (budget === null) return 0
  const used = (await monthUsage(tx)).costMicros
  if (used + mostMicros > budget) throw conflict('The monthly AI budget of the organization would be exceeded.')
  await meter(tx, { configId: model.configId, model: model.modelId, costMicros: mostMicros })
  return mostMicros
}
