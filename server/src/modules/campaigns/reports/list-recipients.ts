import type { CampaignRecipient } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { RecipientStatus } from '@imperium/contract/campaigns/campaigns.ts'
import { notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { loadRecipients, searchContacts } from '../../contacts/index.ts'
import { findCampaign } from '../store.ts'
import { findSend, findSplits, pageRecipients, toRecipient } from './recipients-store.ts'

interface Query {
  sendId?: string | undefined
  status?: RecipientStatus | undefined
  reason?: string | undefined
  variant?: number | undefined
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** Contacts that match a name; beyond this many, a longer text is needed. */
const namesMax = 1_000

/** @throws 404. */
export async function listRecipients(
  platform: Platform,
  { tx, org }: Pick<OrgContext, 'tx' | 'org'>,
  campaignId: string,
  { limit, cursor, ...query }: Query,
): Promise<{ rows: CampaignRecipient[]; nextCursor: string | null }> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound()
  const send = await findSend(tx, campaignId, query.sendId)
  if (!send && query.sendId) throw notFound()
  if (!send) return { rows: [], nextCursor: null }
  // Bound to the send: with the next occurrence the list is another one.
  const scope = { orgId: org.id, list: 'campaign-recipients', filter: { ...query, sendId: send.id } }
  const after = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
  const named = query.q ? (await searchContacts(tx, query.q, namesMax)).map((hit) => hit.id) : []
  const rows = await pageRecipients(tx, { ...query, sendId: send.id, named, after, limit })
  const shown = rows.slice(0, limit)
  const ids = shown.map((row) => row.contact_id)
  const [contacts, splits] = await Promise.all([loadRecipients(tx, ids), findSplits(tx, [send.id])])
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map((row) => toRecipient(row, contacts.get(row.contact_id), { channel: campaign.channel, splits })),
    nextCursor: last ? platform.cursors.encode(scope, [last.contact_id]) : null,
  }
}
