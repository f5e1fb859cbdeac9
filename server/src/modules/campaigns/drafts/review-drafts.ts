import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'
import { readKey } from '@imperium/contract/kit/message.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { releaseSend } from '../engine/start-send.ts'
import { findWaitingSend, nameOf } from '../reports/recipients-store.ts'
import type { SendRow } from '../reports/recipients-store.ts'
import { findCampaign, lockCampaign } from '../store.ts'
import type { CampaignRow } from '../store.ts'
import { decideWritten, draftsOf, pageDrafts, sumDrafts, writeDraft } from './drafts-store.ts'
import type { DraftRow, DraftStatus } from './drafts-store.ts'
import { campaignChanged } from '../campaign-changed.ts'

const toDraft = (row: DraftRow, contact: MessageContact | undefined): CampaignDraft => ({
  contactId: row.contact_id,
  name: contact ? nameOf(contact) : null,
  status: row.status as DraftStatus,
  subject: row.subject,
  body: row.body,
  runId: row.run_id,
  costMicros: row.cost_micros,
  detail: row.detail,
  detailKey: readKey(row.detail, row.detail_key),
  updatedAt: row.updated_at.toISOString(),
})

/** The named occurrence, or the newest that waits for a review, or the newest. @throws 404 for a campaign or an occurrence that is none. */
async function reviewedSend(tx: OrgTx, campaign: CampaignRow | null, sendId: string | undefined) {
  const send = campaign ? await findWaitingSend(tx, campaign.id, 'review', sendId) : null
  if (!campaign || (sendId && !send)) throw notFound()
  return { campaign, send }
}

/** @throws 404. */
export async function listDrafts(
  platform: Platform,
  { tx, org }: Pick<OrgContext, 'tx' | 'org'>,
  campaignId: string,
  query: { limit: number; cursor?: string | undefined; status?: DraftStatus | undefined; sendId?: string | undefined },
): Promise<{ rows: CampaignDraft[]; nextCursor: string | null }> {
  const { limit, cursor, status } = query
  const { send } = await reviewedSend(tx, await findCampaign(tx, campaignId), query.sendId)
  if (!send) return { rows: [], nextCursor: null }
  const scope = { orgId: org.id, list: 'campaign-drafts', filter: { sendId: send.id, status } }
  const after = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
  const rows = await pageDrafts(tx, { sendId: send.id, status, after, limit })
  const shown = rows.slice(0, limit)
  const contacts = await loadRecipients(
    tx,
    shown.map((row) => row.contact_id),
  )
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map((row) => toDraft(row, contacts.get(row.contact_id))),
    nextCursor: last ? platform.cursors.encode(scope, [last.contact_id]) : null,
  }
}

/** Also accepts a paused send: its decisions are sent after the resume. @throws 409. */
function mustBeOpen(send: SendRow | null): { sendId: string; state: string } {
  const state = send?.status === 'paused' ? send.paused_from : send?.status
  if (!send || (state !== 'drafting' && state !== 'review')) throw conflict('Nothing to review.')
  return { sendId: send.id, state }
}

/**
 * Locks the occurrence that waits for a review until commit: of two last decisions one sees that none is left,
 * and neither the writer nor a pause moves it meanwhile. @throws 404, 409.
 */
async function lockReviewed(tx: OrgTx, campaignId: string, sendId: string | undefined) {
  const { campaign, send } = await reviewedSend(tx, await lockCampaign(tx, campaignId), sendId)
  return { campaign, ...mustBeOpen(send) }
}

/** Changes what the agent wrote, before the decision. @throws 404, 409. */
export async function editDraft(
  { tx, audit }: OrgContext,
  campaignId: string,
  contactId: string,
  { sendId: named, ...texts }: { subject: string; body: string; sendId?: string | undefined },
): Promise<CampaignDraft> {
  const { campaign, sendId } = await lockReviewed(tx, campaignId, named)
  const before = (await draftsOf(tx, sendId, [contactId])).get(contactId)
  if (!before) throw notFound()
  if (before.status !== 'written') throw conflict('Only messages waiting for a decision can be changed.')
  await writeDraft(tx, sendId, contactId, texts)
  const after = (await draftsOf(tx, sendId, [contactId])).get(contactId)
  if (!after) throw notFound()
  audit({
    targetId: campaignId,
    targetName: campaign.name,
    before: { contactId, subject: before.subject },
    after: { contactId, subject: texts.subject },
  })
  return toDraft(after, (await loadRecipients(tx, [contactId])).get(contactId))
}

/** Approves or rejects; sending begins with the last decision, or with the resume if paused. @throws 404, 409. */
export async function decideDrafts(
  platform: Platform,
  { tx, audit }: OrgContext,
  campaignId: string,
  {
    decision,
    contactIds,
    sendId: named,
  }: { decision: 'approve' | 'reject'; contactIds: readonly string[] | null; sendId?: string | undefined },
): Promise<{ decided: number; left: number }> {
  const { campaign, sendId, state } = await lockReviewed(tx, campaignId, named)
  const decided = await decideWritten(tx, sendId, decision === 'approve' ? 'approved' : 'rejected', contactIds)
  const { waiting, writing, written } = await sumDrafts(tx, sendId)
  const left = waiting + writing + written
  if (left === 0 && state === 'review') await releaseSend(platform, tx, { sendId })
  await signal(tx, campaignChanged({ orgId: tx.orgId, campaignId }))
  audit({ targetName: campaign.name, after: { sendId, decision, decided, left } })
  return { decided, left }
}
