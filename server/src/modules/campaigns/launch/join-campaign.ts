import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { isInAudience, joinSegment, tagsOfSegment } from '../../segments/index.ts'
import { findCampaign } from '../store.ts'

type Way = { kind: 'all contacts' } | { kind: 'segment'; segmentId: string }

/** How a contact can be added to the audience of a campaign. @throws 404; 409 where contacts cannot be added. */
export async function wayInto(tx: OrgTx, campaignId: string): Promise<{ way: Way; audience: NonNullable<CampaignDefinition['audience']> }> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound('Campaign not found.')
  const { audience } = campaign.definition
  if (audience?.kind === 'all') return { way: { kind: 'all contacts' }, audience }
  if (audience?.kind !== 'segments')
    throw conflict(
      message('The audience of the campaign "{campaign}" is not a segment, so contacts cannot be added to it.', {
        campaign: campaign.name,
      }),
    )
  for (const segmentId of audience.include) {
    const tags = await tagsOfSegment(tx, segmentId).catch(() => null)
    if (tags) return { way: { kind: 'segment', segmentId }, audience }
  }
  throw conflict(
    message('No segment of the campaign "{campaign}" uses a tag, so contacts cannot be added to it manually.', { campaign: campaign.name }),
  )
}

/**
 * Adds a contact to the audience of a campaign, by the tags of its segments: it gets the sends from the next occurrence on. A running send
 * keeps its list of recipients. @throws as `wayInto`.
 */
export async function joinCampaign(
  tx: OrgTx,
  { campaignId, contactId, by }: { campaignId: string; contactId: string; by: string },
): Promise<{ tags: string[]; isMember: boolean }> {
  const { way, audience } = await wayInto(tx, campaignId)
  if (way.kind === 'all contacts') return { tags: [], isMember: true }
  const { tags } = await joinSegment(tx, { segmentId: way.segmentId, contactId, by })
  return { tags, isMember: await isInAudience(tx, audience, contactId) }
}
