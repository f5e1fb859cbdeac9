import { z } from 'zod'
import type { SegmentProposal } from '@imperium/contract/contacts/segments.ts'
import { keyOf } from '@imperium/contract/kit/message.ts'
import type { JsonObject } from '../../platform/llm/types.ts'
import type { Platform } from '../../platform/platform.ts'
import { askDefaultModel } from '../ai-models/index.ts'
import type { AskContext } from '../ai-models/index.ts'
import { readCatalogue } from './catalogue.ts'
import { describeRules } from './describe-rules.ts'
import { Proposal, readProposal } from './read-proposal.ts'
import { loadScope } from './rule-scope.ts'
import { proposalPrompt } from './proposal-prompt.ts'
import { SEGMENT_OUTPUT } from './sandbox/propose-segment.ts'

const { $schema: _dialect, ...outputSchema } = z.toJSONSchema(Proposal, { target: 'draft-7' })

/**
 * Proposes rules for an audience described in words, by the organization's default model; stores nothing and lists what the model did not
 * understand. @throws 409 without a model or with its budget used up, 503 where the model fails.
 */
export async function proposeRules(platform: Platform, text: string, context: AskContext): Promise<SegmentProposal> {
  const catalogue = await context.inOrg(readCatalogue)
  const { output, ...answer } = await askDefaultModel(platform, context, {
    system: proposalPrompt,
    text: JSON.stringify({ audience: text, ...catalogue }),
    output: { name: SEGMENT_OUTPUT, schema: outputSchema as JsonObject },
  })
  const parsed = Proposal.safeParse(output)
  const { rules, notUnderstood } = parsed.success ? readProposal(parsed.data, catalogue) : { rules: null, notUnderstood: [text] }
  const summary = rules ? describeRules(rules, await context.inOrg((tx) => loadScope(tx, [rules]))) : null
  return { rules, summary: summary?.message ?? '', summaryKey: keyOf(summary), notUnderstood, ...answer }
}
