import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { chooseVariant, decideHeldOf } from './launch/decide-send.ts'
import { retryFailed } from './launch/retry-send.ts'
import { composeCampaign, readComposition } from './drafts/compose-campaign.ts'
import { decideDrafts, editDraft, listDrafts } from './drafts/review-drafts.ts'
import { presentDryRun } from './dry-run/present-dry-run.ts'
import { startDryRun } from './dry-run/run-dry.ts'
import { previewMessage } from './messages/preview-message.ts'
import { explainRecipient } from './reports/explain-recipient.ts'
import { followCampaign } from './reports/follow-campaign.ts'
import { listMessages } from './reports/list-messages.ts'
import { listRecipients } from './reports/list-recipients.ts'
import { readAnalytics } from './reports/analytics-store.ts'
import { listSends } from './reports/recipients-store.ts'
import { waitsOf } from './reports/waits-store.ts'
import { findCampaign } from './store.ts'
import { testSend } from './launch/test-send.ts'

export const campaignReportOperations = (platform: Platform) =>
  bindOperations(campaignReports, {
    preview: ({ body }, { tx }) => previewMessage(platform, tx, body),
    testSend: ({ params, body }, context) => testSend(platform, context, params.id, body),
    dryRun: ({ params }, context) => startDryRun(platform, context, params.id),
    readDryRun: ({ params }, { tx }) => presentDryRun(platform, tx, params.id),
    sends: async ({ params, query: { limit, cursor } }, { tx, org }) => {
      if (!(await findCampaign(tx, params.id))) throw notFound()
      const scope = { orgId: org.id, list: 'campaign-sends', filter: { id: params.id } }
      const before = cursor ? Number(platform.cursors.decode(scope, cursor)[0]) : null
      const [sends, waits] = await Promise.all([listSends(tx, params.id, { before, limit: limit + 1 }), waitsOf(tx, params.id)])
      const rows = sends.slice(0, limit).map((send) => ({ ...send, waiting: waits.get(send.id) ?? [] }))
      const last = sends.length > limit ? rows.at(-1) : undefined
      return { rows, nextCursor: last ? platform.cursors.encode(scope, [last.step]) : null }
    },
    recipients: ({ params, query }, context) => listRecipients(platform, context, params.id, query),
    why: ({ params }, context) => explainRecipient(platform, context, params.id, params.contactId),
    messages: ({ params }, { tx }) => listMessages(platform, tx, params.id),
    analytics: ({ params, query }, { tx, org }) =>
      readAnalytics(tx, params.id, { ...query, timeZone: org.timeZone, now: platform.clock.now() }),
    events: {
      stream: async ({ params }, { org, inOrg, signal }) => {
        if (!(await inOrg((tx) => findCampaign(tx, params.id)))) throw notFound()
        return followCampaign(platform, org.id, params.id, signal())
      },
    },
    chooseWinner: ({ params, body }, context) => chooseVariant(platform, context, params.id, body),
    retryFailed: ({ params, body }, context) => retryFailed(platform, context, params.id, body),
    decideHeld: ({ params, body }, context) => decideHeldOf(platform, context, params.id, body),
    drafts: ({ params, query }, context) => listDrafts(platform, context, params.id, query),
    editDraft: ({ params, body }, context) => editDraft(context, params.id, params.contactId, body),
    decideDrafts: ({ params, body }, context) => decideDrafts(platform, context, params.id, body),
    compose: ({ body }, context) => composeCampaign(platform, context, body),
    readComposition: ({ params }, context) => readComposition(context, params.id),
  })
