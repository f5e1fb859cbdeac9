import type { z } from 'zod'
import type { CreateCampaignBody } from '@imperium/contract/campaigns/campaign-operations.ts'
import { campaignNameMaxLength } from '@imperium/contract/campaigns/campaigns.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { checkDefinition } from './launch/check-definition.ts'
import { renderedDefinition } from './messages/render-designs.ts'
import { presentCampaign } from './present-campaign.ts'
import { findCampaign, insertCampaign } from './store.ts'
import type { NewCampaign } from './store.ts'

/** Creates a draft with its first version. @throws 422 for a reference that does not exist or an unreadable template. */
export async function createCampaign(context: OrgContext, body: z.output<typeof CreateCampaignBody>): Promise<Campaign> {
  const agentId = body.agentId ?? body.definition.agent?.agentId ?? null
  await checkDefinition(context.tx, { ...body, agentId })
  return addCampaign(context, { ...body, agentId, definition: renderedDefinition(body.definition) })
}

const copySuffix = ' (Copy)'

/** Copies the definition of a campaign, not its history; the copy is a draft. @throws 404. */
export async function cloneCampaign(context: OrgContext, id: string): Promise<Campaign> {
  const source = await findCampaign(context.tx, id)
  if (!source) throw notFound()
  // Not inside a character: half of one cannot be stored.
  const name = source.name.slice(0, campaignNameMaxLength - copySuffix.length).replace(/[\uD800-\uDBFF]$/, '') + copySuffix
  const { description, channel, agent_id: agentId, definition } = source
  return addCampaign(context, { name, description, channel, agentId, definition, clonedFrom: id })
}

async function addCampaign(
  { tx, actor, caller, audit }: OrgContext,
  fields: Omit<NewCampaign, 'id' | 'createdBy' | 'createdByUser'>,
): Promise<Campaign> {
  const id = newId()
  await insertCampaign(tx, { ...fields, id, createdBy: actor.name, createdByUser: caller.userId })
  const made = await presentCampaign(tx, id)
  audit({ targetId: id, targetName: made.name, after: made })
  return made
}
