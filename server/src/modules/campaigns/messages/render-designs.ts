import { isDeepStrictEqual } from 'node:util'
import type { CampaignDefinition, MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import { segmentsOfDesign } from '@imperium/contract/email-designs/email-design.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { segmentsAmong } from '../../segments/index.ts'
import { contentsOf } from './campaign-messages.ts'

/**
 * A content whose HTML is what its design gives: the two cannot disagree. With an unchanged design the HTML stays that of `before`, so that
 * a newer version of the renderer changes nothing that was not edited.
 */
export const renderedContent = (content: MessageContent, before?: MessageContent): MessageContent => {
  if (!content.design) return content
  if (before?.design && isDeepStrictEqual(content.design, before.design)) return { ...content, html: before.html }
  return { ...content, html: renderDesign(content.design) }
}

/** The same for all contents of a definition. */
export const renderedDefinition = (definition: CampaignDefinition, before?: CampaignDefinition): CampaignDefinition => ({
  ...definition,
  content: renderedContent(definition.content, before?.content),
  ab: definition.ab && {
    ...definition.ab,
    variants: definition.ab.variants.map((variant, at) => ({
      ...variant,
      content: renderedContent(variant.content, before?.ab?.variants[at]?.content),
    })),
  },
})

/** The segments that decide who sees which block, over all variants. */
export const segmentsOfBlocks = (definition: CampaignDefinition): string[] => [
  ...new Set(contentsOf(definition).flatMap(({ design }) => (design ? segmentsOfDesign(design) : []))),
]

/**
 * Contacts with the segments that the blocks of the message ask for; no statement where none does.
 * @throws AppError where a segment no longer exists.
 */
export async function withSegments<T extends MessageContact>(
  tx: OrgTx,
  definition: CampaignDefinition,
  contacts: Map<string, T>,
): Promise<Map<string, T>> {
  const segmentIds = segmentsOfBlocks(definition)
  if (segmentIds.length === 0 || contacts.size === 0) return contacts
  const found = await segmentsAmong(tx, segmentIds, [...contacts.keys()])
  const none: ReadonlySet<string> = new Set()
  return new Map([...contacts].map(([id, contact]) => [id, { ...contact, segmentIds: found.get(id) ?? none }]))
}
