import { listHeldCampaigns } from './held-work.ts'
import { runEvents } from '@imperium/contract/events/runs.ts'
import { campaignEvents, campaignMessageEvents } from '@imperium/contract/events/campaigns.ts'
import { belongsToNodes } from '../hierarchy/index.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { onEvent } from '../../platform/events/events.ts'
import { onAgentUse } from '../agents/index.ts'
import { onAccountReady, onChannelUse } from '../channels/index.ts'
import { onPurposeUse, onSentCount } from '../consents/index.ts'
import { extendContacts, onFieldUse } from '../contacts/index.ts'
import { onEmailImageUse } from '../email-designs/index.ts'
import { onSegmentUse, provideConditions } from '../segments/index.ts'
import { campaignContactExtension } from './contact-extension.ts'
import {
  campaignsWithAgent,
  campaignsWithChannel,
  campaignsWithField,
  campaignsWithImage,
  campaignsWithPurpose,
} from './definition-users-store.ts'
import { isDrafting } from './drafts/drafts-store.ts'
import { handleEndedRun, writeDrafts } from './drafts/write-drafts.ts'
import { campaignSampleOperations } from './drafts/write-samples.ts'
import { dryRunJob, failDryRun, runDry } from './dry-run/run-dry.ts'
import type { DryRunData } from './dry-run/run-dry.ts'
import { engineManifest } from './engine/index.ts'
import { countSentSince } from './engine/chunk-store.ts'
import { onQuietHours } from './engine/recheck-sends.ts'
import { createParts } from './engine/real-parts.ts'
import { wakeLater, wakeSendsJob } from './engine/wake-sends.ts'
import { campaignConditions } from './segment-conditions.ts'
import { campaignReportOperations } from './report-routes.ts'
import { campaignOperations } from './routes.ts'
import { checklistOperations } from './launch/checklist.ts'
import { runSchedule } from './launch/run-schedule.ts'
import { campaignsOfSegments } from './segment-users.ts'
import { countInbound, countUnsubscribe } from './tracking/handle-inbound.ts'
import { trackingOperations } from './tracking/routes.ts'
import { takeNotesOn } from '../notes/index.ts'
import { searchIn } from '../search/index.ts'
import { findCampaign } from './store.ts'
import { searchCampaigns } from './search-campaigns.ts'
import { campaignsActs } from './acts.ts'
import { offerQueryTable } from '../../platform/llm/query-tables.ts'
import { keepForRetention } from '../../platform/retention.ts'
import { campaignsQuery } from './query-tables.ts'
import { recipientHistory } from './history/erase-recipients-store.ts'

export { campaignFigures, countSends, listCountedSends } from './reports/count-period-store.ts'
export { campaignTouches, pathsOfContacts } from './reports/touches-store.ts'
export type { CampaignStep, Touch } from './reports/touches-store.ts'
export { hasLaunched } from './reports/first-steps-store.ts'
export { createCampaign } from './create-campaign.ts'
export { onCampaignUse } from './campaign-users.ts'
export type { FindCampaignUsers } from './campaign-users.ts'
export { findCampaign } from './store.ts'
export { dropEmptyMonths, eraseRecipientsBefore } from './history/erase-recipients-store.ts'
export { recordPastSend } from './history/past-send.ts'
export type { PastRecipient } from './history/past-send.ts'
export { asTemplate } from './engine/compose-content.ts'
export { textFromHtml } from './messages/html-parts.ts'
export { encodeRecipient } from './messages/recipient-token.ts'
export { codeNumber, recipientCode } from './messages/short-code.ts'
export { namedCampaigns } from './named-campaigns.ts'
export { compileMessage } from './messages/render-message.ts'
export { joinCampaign, wayInto } from './launch/join-campaign.ts'
export { endByMail, isMailStop } from './tracking/mail-stop.ts'
export { matchInbound } from './tracking/match-inbound.ts'
export { onReport } from './tracking/report-takers.ts'
export type { ReportTaker } from './tracking/report-takers.ts'
export { onSingleMessages } from './tracking/single-messages.ts'
export type { SingleMessages } from './tracking/single-messages.ts'
export { campaignMaker, campaignNames, readPauseReason } from './tracking/store.ts'

const scheduleEveryMs = 5_000
const draftEveryMs = 3_000

const dryRunOf = (platform: Platform): JobDefinition<DryRunData> => ({
  name: dryRunJob,
  lane: 'interactive',
  run: async (data, { signal }) => {
    try {
      await runDry(platform, data, signal)
    } catch (error) {
      await failDryRun(platform, data, error)
      throw error
    }
  },
})

const notesOnCampaigns = takeNotesOn({
  subject: 'campaign',
  permission: 'campaigns:read',
  find: async (tx, id) => {
    const campaign = await findCampaign(tx, id)
    return campaign && { name: campaign.name, path: `campaigns/${id}?tab=notes` }
  },
})

const ofCampaigns = [
  belongsToNodes({ kind: 'campaign', table: 'campaigns', hasTrash: true, read: 'campaigns:read', write: 'campaigns:write' }),
  onSegmentUse(campaignsOfSegments),
  onFieldUse(campaignsWithField),
]

export const campaignsModule: ModuleFactory = (platform) => {
  const parts = createParts(platform)
  const engine = engineManifest(platform, parts)
  return {
    name: 'campaigns',
    tables: [
      'campaigns',
      'campaign_versions',
      'campaign_sends',
      'campaign_chunks',
      'campaign_recipients',
      'campaign_events',
      'campaign_links',
      'campaign_short_links',
      'campaign_past_marks',
      'campaign_past_ends',
      'campaign_past_links',
      'campaign_drafts',
      'campaign_samples',
      'campaign_dry_runs',
      'queried_campaigns',
    ],
    ...engine,
    jobs: [...engine.jobs, ...([dryRunOf(platform), wakeSendsJob(platform)] as unknown as JobDefinition[])],
    ticks: [
      ...engine.ticks,
      { name: 'campaign-schedule', everyMs: scheduleEveryMs, run: () => runSchedule(platform) },
      { name: 'campaign-drafts', everyMs: draftEveryMs, run: () => writeDrafts(platform, parts) },
    ],
    listHeldWork: listHeldCampaigns,
    acts: campaignsActs,
    emits: [...Object.values(campaignEvents), ...Object.values(campaignMessageEvents)],
    extensions: [
      keepForRetention(recipientHistory),
      provideConditions('campaign', campaignConditions),
      ...ofCampaigns,
      onChannelUse(campaignsWithChannel),
      onAgentUse(campaignsWithAgent),
      onAccountReady(wakeLater(platform)),
      onPurposeUse(campaignsWithPurpose),
      onEmailImageUse(campaignsWithImage),
      extendContacts(campaignContactExtension(platform)),
      onSentCount(countSentSince),
      notesOnCampaigns,
      searchIn({ permission: 'campaigns:read', order: 30, find: searchCampaigns }),
      offerQueryTable(campaignsQuery),
    ],
    operations: [
      ...campaignOperations(platform),
      ...campaignReportOperations(platform),
      ...campaignSampleOperations(platform),
      ...checklistOperations(platform),
      ...trackingOperations(platform),
    ],
    events: [
      countInbound(platform),
      countUnsubscribe(platform),
      onQuietHours(platform),
      onEvent({
        event: runEvents.completed,
        name: 'campaigns.takeDraft',
        isWanted: isDrafting,
        run: ({ orgId, payload }) => handleEndedRun(platform, parts, orgId, payload.runId),
      }),
      onEvent({
        event: runEvents.failed,
        name: 'campaigns.missDraft',
        isWanted: isDrafting,
        run: ({ orgId, payload }) => handleEndedRun(platform, parts, orgId, payload.runId),
      }),
    ],
  }
}
