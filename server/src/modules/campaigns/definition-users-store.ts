import { campaignStatuses } from '@imperium/contract/campaigns/campaigns.ts'
import type { CampaignStatus } from '@imperium/contract/campaigns/campaigns.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import type { FindAgentUsers } from '../agents/index.ts'
import type { FindChannelUsers } from '../channels/index.ts'
import type { FindPurposeUsers } from '../consents/index.ts'
import type { FindFieldUsers } from '../contacts/index.ts'
import type { FindImageUsers } from '../email-designs/index.ts'

/**
 * Campaigns with a matching definition: the current one or the one that an open send uses. Completed campaigns never match;
 * all other states match by default.
 */
async function campaignsWhere(
  tx: OrgTx,
  matches: (definition: RawBuilder<unknown>) => RawBuilder<boolean>,
  statuses: readonly CampaignStatus[] = campaignStatuses.filter((status) => status !== 'completed'),
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from app.campaigns c
    where c.deleted_at is null and c.status = any(${[...statuses]}) and (${matches(sql`c.definition`)} or exists (
      select from app.campaign_sends s
      join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
      where s.org_id = c.org_id and s.campaign_id = c.id and s.status not in ('completed', 'cancelled') and ${matches(sql`v.definition`)}))
    order by c.created_at desc limit 20`.execute(tx)
  return rows.map(({ name }) => name)
}

/** A template names a custom field as `custom.key` or `custom["key"]`; in JSON the quotes of the latter are escaped. */
export const campaignsWithField: FindFieldUsers = (tx, key) => {
  const pattern = `\\ycustom(\\.|\\[\\s*(\\\\"|'))${key}\\y`
  return campaignsWhere(tx, (definition) => sql<boolean>`${definition}::text ~ ${pattern}`)
}

/** Campaigns that were launched and are not completed: a draft's purpose is checked at launch. */
export const campaignsWithPurpose: FindPurposeUsers = (tx, key) =>
  campaignsWhere(tx, (definition) => sql<boolean>`${definition} ->> 'purpose' = ${key}`, ['scheduled', 'running', 'paused'])

/** Campaigns in which the agent writes each message. An agent that only helped to compose is not needed. */
export const campaignsWithAgent: FindAgentUsers = (tx, ids) =>
  campaignsWhere(tx, (definition) => sql<boolean>`${definition} #>> '{agent,agentId}' = any(${[...ids]})`)

export const campaignsWithChannel: FindChannelUsers = (tx, used, ids) => {
  // Of the message itself or of one that it is compared with.
  if (used === 'template')
    return campaignsWhere(
      tx,
      (definition) =>
        sql<boolean>`jsonb_path_exists(${definition}, '$.** ? (@.whatsappTemplateId == $ids[*])', jsonb_build_object('ids', ${[...ids]}::text[]))`,
    )
  const name = used === 'account' ? 'accountId' : 'senderId'
  return campaignsWhere(tx, (definition) => sql<boolean>`${definition} ->> ${name}::text = any(${[...ids]})`)
}

/** Campaigns that contain an image, or sent it in an earlier version: recipients open their emails long after a campaign is completed. */
export const campaignsWithImage: FindImageUsers = async (tx, imageKey) => {
  const pattern = likePattern(imageKey)
  const { rows } = await sql<{ name: string }>`
    select c.name from app.campaigns c
    where c.deleted_at is null and (c.definition::text like ${pattern} or exists (
      select from app.campaign_sends s
      join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
      where s.org_id = c.org_id and s.campaign_id = c.id and v.definition::text like ${pattern}))
    order by c.created_at desc limit 20`.execute(tx)
  return rows.map(({ name }) => name)
}
