import { campaignChecklists, launchChecks } from '@imperium/contract/campaigns/launch-checklist.ts'
import type { LaunchCheck, LaunchChecklist, LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { unprovedAddress } from '../../../platform/operations/proved-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isAnyoneReachable } from '../../segments/index.ts'
import { findCampaign } from '../store.ts'
import type { CampaignRow } from '../store.ts'
import { findForLaunch } from './launch-preconditions.ts'

const findingsMax = 100

/** Checks that mean nothing for a campaign are not listed. */
function applies(check: LaunchCheck, { channel, definition }: CampaignRow): boolean {
  if (check === 'sender' || check === 'postal_address' || check === 'images' || check === 'sample_text') return channel === 'email'
  if (check === 'links' || check === 'merge_fields') return channel !== 'webhook'
  return check !== 'agent' || definition.agent !== null
}

/** An audience without anyone who consented sends nothing, and says so only afterwards. */
async function reachFindings(tx: OrgTx, { channel, definition }: CampaignRow): Promise<LaunchFinding[]> {
  const { audience, purpose } = definition
  if (!audience || (await isAnyoneReachable(tx, audience, { channel, purpose }))) return []
  const message = 'No contact in this audience can be reached: none has consented to this purpose'
  return [{ check: 'consent', level: 'warning', path: 'definition.purpose', message, blockId: null }]
}

/** The list of a draft, by the same code that decides the launch. @throws 404. */
export async function checklistOf(platform: Platform, { tx, caller }: OrgContext, id: string): Promise<LaunchChecklist> {
  const campaign = await findCampaign(tx, id)
  if (!campaign) throw notFound()
  const { findings } = await findForLaunch(platform, tx, campaign, platform.clock.now())
  const own = unprovedAddress(caller)
  const ofOwn: LaunchFinding[] = own ? [{ check: 'own_address', level: 'error', path: 'account', message: own, blockId: null }] : []
  const isAudienceSound = !findings.some(({ check }) => check === 'audience' || check === 'consent')
  const all = [...ofOwn, ...findings, ...(isAudienceSound ? await reachFindings(tx, campaign) : [])]
  const checks = launchChecks
    .filter((check) => applies(check, campaign) || all.some((finding) => finding.check === check))
    .map((check) => {
      const found = all.filter((finding) => finding.check === check)
      const state = found.some(({ level }) => level === 'error') ? 'error' : found.length > 0 ? 'warning' : 'ok'
      return { check, state, findings: found.slice(0, findingsMax) } as const
    })
  return { version: campaign.version, checks, canLaunch: !all.some(({ level }) => level === 'error') }
}

export const checklistOperations = (platform: Platform) =>
  bindOperations(campaignChecklists, { checklist: ({ params }, context) => checklistOf(platform, context, params.id) })
