import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { hasBegunOnce, nextOccurrence } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import type { UpdateCampaignBody } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { Campaign, CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, forbidden, invalid, notFound, stale } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkDefinition } from './launch/check-definition.ts'
import { readEmailSettings } from '../channels/index.ts'
import { countAudience } from '../segments/index.ts'
import { endIfOver } from './engine/finish-send.ts'
import { recheckCampaign } from './engine/recheck-sends.ts'
import { checkLaunch } from './launch/launch-preconditions.ts'
import { renderedDefinition } from './messages/render-designs.ts'
import { presentCampaign, presentCampaigns } from './present-campaign.ts'
import { insertVersion, lockCampaign, writeCampaign } from './store.ts'
import type { CampaignRow } from './store.ts'

/**
 * Changes a campaign. A changed definition is a new version for the next occurrence; a running send takes only its hours, pace, guard and
 * agent budget. @throws 404; 409 for a stale write, a completed campaign (except its budget) or a fixed part; 422.
 */
export async function updateCampaign(
  platform: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, definition, ...body }: z.output<typeof UpdateCampaignBody>,
): Promise<Campaign> {
  const { tx, actor, may, audit } = context
  const before = await lockCampaign(tx, id)
  if (!before) throw notFound()
  if (updatedAt !== undefined && updatedAt !== before.updated_at.toISOString()) throw stale()
  const channel = body.channel ?? before.channel
  if (channel !== before.channel && before.status !== 'draft')
    throw conflict('The channel of a campaign cannot change after its launch. Clone it instead.')
  const next = definition ? renderedDefinition(definition, before.definition) : before.definition
  const isNewVersion = !isDeepStrictEqual(next, before.definition) || channel !== before.channel
  if (isNewVersion && before.status === 'completed' && !isDeepStrictEqual(withBudget(next, before), before.definition))
    throw conflict('This campaign is completed. Clone it to send something else.')
  const agentId = body.agentId === undefined ? before.agent_id : body.agentId
  const isOtherAgent = agentId !== before.agent_id
  await checkDefinition(tx, { agentId, definition: next }, { agentId: before.agent_id, definition: before.definition })
  if (isNewVersion || isOtherAgent) checkBegun(before, { agentId, definition: next })
  const turn = isNewVersion || isOtherAgent ? nextTurn(before, next, platform.clock.now()) : {}
  if (isNewVersion) await checkLaunched(platform, context, { ...before, ...turn, channel, definition: next })
  const version = before.version + (isNewVersion ? 1 : 0)
  if (isNewVersion) await insertVersion(tx, { campaignId: id, version, definition: next, createdBy: actor.name })
  const [shownBefore] = await presentCampaigns(tx, [before])
  await writeCampaign(tx, id, {
    name: body.name ?? before.name,
    description: body.description ?? before.description,
    channel,
    agent_id: agentId,
    definition: next,
    version,
    ...turn,
    ...(isNewVersion && isLaunched(before) ? { is_bounded: !may('campaigns:approve') } : {}),
  })
  await recheckCampaign(platform, tx, id, {
    hours: !isDeepStrictEqual(next.window, before.definition.window),
    pace: next.throttlePerMinute !== before.definition.throttlePerMinute,
  })
  if (isNewVersion) await endIfOver(platform, tx, { campaignId: id, name: before.name })
  const after = await presentCampaign(tx, id)
  audit({ targetName: after.name, before: shownBefore, after })
  return after
}

const isLaunched = ({ status }: CampaignRow): boolean => status !== 'draft' && status !== 'completed'

/** Compared without the budget: more budget retries recipients without a text, also where all others have their message. */
const withBudget = (next: CampaignDefinition, { definition: { agent } }: Pick<CampaignRow, 'definition'>): CampaignDefinition =>
  next.agent && agent ? { ...next, agent: { ...next.agent, budgetMicros: agent.budgetMicros } } : next

/**
 * A one-time campaign that has begun accepts only the changes that its send takes up: others would be shown but have no effect.
 * @throws 409
 */
function checkBegun(
  { status, definition: before, agent_id: helper, next_at: nextAt }: CampaignRow,
  { agentId, definition: next }: { agentId: string | null; definition: CampaignDefinition },
): void {
  if (!hasBegunOnce({ status, schedule: before.schedule, nextAt })) return
  if (!isDeepStrictEqual(next.schedule, before.schedule))
    throw conflict('This campaign has started, so its schedule can no longer change. Clone it to send it again.')
  const { window, throttlePerMinute, guard } = before
  // A changed helper agent has no effect on a message that is fixed.
  if (agentId !== helper || !isDeepStrictEqual({ ...withBudget(next, { definition: before }), window, throttlePerMinute, guard }, before))
    throw conflict(
      'This campaign has started. Only its name, description, send window, throttle, guard and agent budget can change. Clone it to send something else.',
    )
}

/**
 * Refuses what would pause the next occurrence of a launched campaign, and an audience above the caller's launch limit.
 * @throws 422 with all errors; 403.
 */
async function checkLaunched(platform: Platform, { tx, may }: OrgContext, next: CampaignRow): Promise<void> {
  if (!isLaunched(next)) return
  if (next.next_at !== null) {
    const { errors } = await checkLaunch(platform, tx, next, new Date(next.next_at.getTime() - 1))
    if (errors.length > 0) throw invalid(errors, 'With these changes, the launched campaign could not be sent. Correct the marked fields.')
  }
  if (may('campaigns:approve') || !next.definition.audience) return
  const { launchLimit } = await readEmailSettings(tx)
  if ((await countAudience(tx, next.definition.audience)) > launchLimit)
    throw forbidden(
      message('Only an owner or administrator can change a launched campaign for more than {max} contacts.', { max: launchLimit }),
    )
}

/**
 * What a new version, or another agent, does to approval and schedule: a pending request is void, the next occurrence follows the new schedule.
 * @throws 422 where the new time is past, or a running recurring one would become one-time: the new message would never be sent.
 */
function nextTurn(before: CampaignRow, { schedule }: CampaignDefinition, now: Date): Partial<Pick<CampaignRow, 'next_at' | 'approval'>> {
  if (!isLaunched(before)) return before.approval === 'none' ? {} : { approval: 'none' }
  if (isDeepStrictEqual(schedule, before.definition.schedule)) return {}
  const nextAt = nextOccurrence(schedule, now)
  const waits = before.status === 'scheduled' || before.paused_from === 'scheduled'
  if (nextAt === null && (waits || schedule.type !== 'recurring')) {
    const path = schedule.type === 'now' ? 'definition.schedule' : 'definition.schedule.startAt'
    throw invalid([{ path, message: 'Choose a time in the future' }])
  }
  return { next_at: nextAt }
}
