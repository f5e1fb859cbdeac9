import { sql } from 'kysely'
import type { DryRun, DryRunResult } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { readKey } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { overPlan } from '../../../platform/metering/message-allowance.ts'
import { messagesOfMonth } from '../../../platform/metering/metering.ts'
import type { Platform } from '../../../platform/platform.ts'
import { loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { compileMessages } from '../messages/campaign-messages.ts'
import { checkLaunch } from '../launch/launch-preconditions.ts'
import { previewLinks } from '../messages/preview-links.ts'
import { withSegments } from '../messages/render-designs.ts'
import { plainOf } from '../reports/list-messages.ts'
import { addressOn, nameOf } from '../reports/recipients-store.ts'
import { findCampaign, findVersion } from '../store.ts'
import type { CampaignRow } from '../store.ts'
import { findDryRun } from './dry-run-store.ts'
import type { StoredResult } from './tally.ts'

/** The last dry run of a campaign, contacts named as they are now; null before the first. @throws 404. */
export async function presentDryRun(platform: Platform, tx: OrgTx, campaignId: string): Promise<DryRun | null> {
  const [campaign, run] = await Promise.all([findCampaign(tx, campaignId), findDryRun(tx, campaignId)])
  if (!campaign) throw notFound()
  if (!run) return null
  const stored = run.result as StoredResult | null
  const definition = stored ? await findVersion(tx, campaignId, run.version) : null
  return {
    id: run.id,
    status: run.status as DryRun['status'],
    version: run.version,
    examined: run.examined,
    total: run.total,
    message: run.message,
    messageKey: readKey(run.message, run.message_key),
    createdBy: run.created_by,
    createdAt: run.created_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
    result:
      stored && definition
        ? await presentResult(
            platform,
            tx,
            {
              ...campaign,
              definition,
            },
            stored,
          )
        : null,
  }
}

async function presentResult(platform: Platform, tx: OrgTx, campaign: CampaignRow, stored: StoredResult): Promise<DryRunResult> {
  const { definition } = campaign
  const shown = [
    ...stored.samples.map((each) => each.contactId),
    ...[...stored.skipped, ...stored.errors].flatMap((each) => each.contactIds),
  ]
  const messages = Math.round((stored.messages * stored.audience) / Math.max(1, stored.examined))
  const [contacts, { errors: problems }, agentMicros, month] = await Promise.all([
    loadRecipients(tx, [...new Set(shown)]).then((found) => withSegments(tx, definition, found)),
    checkLaunch(platform, tx, campaign, platform.clock.now()),
    estimateAgent(tx, campaign, messages),
    messagesOfMonth(tx),
  ])
  const tooMany = overPlan(month, messages, new Date(stored.startsAt), platform.clock.now())
  const examplesOf = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const contact = contacts.get(id)
      return contact ? [exampleOf(campaign.channel, contact)] : []
    })
  const names = ['A', ...(definition.ab?.variants.map((variant) => variant.name) ?? [])]
  return {
    startsAt: stored.startsAt,
    audience: stored.audience,
    examined: stored.examined,
    now: stored.now,
    rest: stored.rest ?? 0,
    later: stored.later,
    problems: tooMany === null ? problems : [...problems, { path: 'plan', ...tooMany }],
    skipped: stored.skipped.map(({ contactIds, ...rest }) => ({
      ...rest,
      examples: examplesOf(contactIds),
    })),
    errors: stored.errors.map(({ contactIds, ...rest }) => ({
      ...rest,
      examples: examplesOf(contactIds),
    })),
    variants: stored.variants.map((each) => ({
      ...each,
      name: names[each.variant] ?? `${each.variant}`,
    })),
    samples: await fillSamples(platform, tx, campaign, stored, contacts),
    cost: {
      messages: stored.messages,
      smsParts: campaign.channel === 'sms' ? stored.smsParts : null,
      channelMicros: stored.channelMicros ?? null,
      agentMicros,
      agentBudgetMicros: definition.agent?.budgetMicros ?? null,
    },
    pace: stored.pace ?? { perMinute: null, lastAt: null },
  }
}

const exampleOf = (channel: Channel, contact: MessageContact) => ({
  contactId: contact.id,
  name: nameOf(contact),
  address: addressOn(channel, contact),
})

async function fillSamples(
  platform: Platform,
  tx: OrgTx,
  campaign: CampaignRow,
  { samples }: StoredResult,
  contacts: ReadonlyMap<string, MessageContact>,
): Promise<DryRunResult['samples']> {
  const { messages } = await compileMessages(tx, campaign)
  const links = previewLinks(platform, tx.orgId)
  return samples.flatMap(({ contactId, at, variant }) => {
    const contact = contacts.get(contactId)
    const rendering = contact ? (messages[variant] ?? messages[0])?.render(contact, links) : undefined
    // Erased, or changed so that it can no longer be rendered.
    return contact && rendering?.ok ? [{ ...exampleOf(campaign.channel, contact), at, variant, ...plainOf(rendering.message) }] : []
  })
}

/** The average cost of an agent run times the messages, at most the budget; null without an agent. */
async function estimateAgent(tx: OrgTx, { definition: { agent } }: CampaignRow, messages: number): Promise<number | null> {
  if (!agent) return null
  const { rows } = await sql<{ runs: number; cost_micros: number }>`
    select coalesce(sum(runs), 0)::bigint as runs, coalesce(sum(cost_micros), 0)::bigint as cost_micros
    from app.usage_totals where agent_id = ${agent.agentId}`.execute(tx)
  const { runs, cost_micros: cost } = rows[0] ?? { runs: 0, cost_micros: 0 }
  return runs > 0 ? Math.min(agent.budgetMicros, Math.round((cost / runs) * messages)) : null
}
