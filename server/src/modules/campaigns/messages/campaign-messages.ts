import type { CampaignDefinition, MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { linksOfTexts } from '@imperium/contract/channels/text-links.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { findTemplate, footerOf, readEmailSettings } from '../../channels/index.ts'
import { frameOf } from './agent-frame.ts'
import { linksOf, liquidLinksOf } from './html-parts.ts'
import { compileMessage } from './render-message.ts'
import type { CompiledMessage } from './render-message.ts'
import type { MessageSource } from './message-source.ts'

/** The contents by number of the variant: 0 is A. */
export const contentsOf = ({ content, ab }: CampaignDefinition): MessageContent[] => [
  content,
  ...(ab?.variants.map((variant) => variant.content) ?? []),
]

/** Path of the content of a variant: 0 is A. */
export const contentPath = (variant: number): string =>
  variant === 0 ? 'definition.content' : `definition.ab.variants.${variant - 1}.content`

const linksMax = 1_000

/**
 * The link table of a version: a link's number is its position, from 1, over all variants. In email, addresses made by Liquid are listed
 * as written; a text message has no room for an address with its signature, so only fixed ones are tracked there.
 */
export const linksOfDefinition = (channel: Channel, definition: CampaignDefinition): string[] => {
  const contents = contentsOf(definition).map((content) => (definition.agent ? frameOf(channel, content) : content))
  const urls =
    channel === 'email'
      ? [...new Set(contents.flatMap(({ html }) => [...linksOf(html), ...liquidLinksOf(html)]))]
      : linksOfTexts(channel, contents)
  return urls.slice(0, linksMax)
}

/** Writes the version's table of links, once. */
export async function saveLinks(
  tx: OrgTx,
  { id: campaignId, channel, version, definition }: { id: string; channel: Channel; version: number; definition: CampaignDefinition },
): Promise<void> {
  const urls = linksOfDefinition(channel, definition)
  if (urls.length === 0) return
  await tx
    .insertInto('campaign_links')
    .values(urls.map((url, index) => ({ org_id: tx.orgId, campaign_id: campaignId, version, no: index + 1, url })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Everything in a campaign's messages besides the content. The organization can turn tracking off, whatever the campaign sets. */
export async function messageFrame(
  tx: OrgTx,
  { channel, name, definition }: { channel: Channel; name: string; definition: CampaignDefinition },
): Promise<Omit<MessageSource, 'content'>> {
  const [footer, settings, templateBodies] = await Promise.all([footerOf(tx), readEmailSettings(tx), bodiesOf(tx, channel, definition)])
  return {
    channel,
    campaignName: name,
    purpose: definition.purpose,
    byAgent: definition.agent !== null,
    footer,
    templateBodies,
    tracking: { opens: definition.tracking.opens && settings.trackOpens, clicks: definition.tracking.clicks && settings.trackClicks },
    links: linksOfDefinition(channel, definition),
  }
}

/** Bodies of the WhatsApp templates that the contents use. */
async function bodiesOf(tx: OrgTx, channel: Channel, definition: CampaignDefinition): Promise<Map<string, string>> {
  const ids = channel === 'whatsapp' ? contentsOf(definition).flatMap(({ whatsappTemplateId }) => whatsappTemplateId ?? []) : []
  const found = await Promise.all([...new Set(ids)].map((id) => findTemplate(tx, id)))
  return new Map(found.flatMap((each) => (each ? [[each.id, each.body]] : [])))
}

/** The compiled messages of a version by number of the variant. @throws PartError where a template has a syntax error. */
export async function compileMessages(
  tx: OrgTx,
  campaign: { channel: Channel; name: string; definition: CampaignDefinition },
): Promise<{ messages: CompiledMessage[]; tracking: MessageSource['tracking'] }> {
  const frame = await messageFrame(tx, campaign)
  const messages = await Promise.all(contentsOf(campaign.definition).map((content) => compileMessage({ ...frame, content })))
  return { messages, tracking: frame.tracking }
}
